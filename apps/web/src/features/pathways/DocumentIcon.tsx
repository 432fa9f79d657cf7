import PackageIcon from '@mui/icons-material/Inventory2Outlined'
import BundleIcon from '@mui/icons-material/LayersOutlined'
import PathwayIcon from '@mui/icons-material/RouteOutlined'
import CourseIcon from '@mui/icons-material/SchoolOutlined'
import ResourceIcon from '@mui/icons-material/TopicOutlined'

const icons = {
  course: CourseIcon,
  bundle: BundleIcon,
  pathway: PathwayIcon,
  learningPackage: PackageIcon,
  resource: ResourceIcon,
} as const
export type DocumentLook = keyof typeof icons

/** How a document is told apart by people: a bundle is not a course to them. */
export const lookOf = (type: string, isBundle: boolean): DocumentLook =>
  type === 'course' && isBundle ? 'bundle' : type in icons ? (type as DocumentLook) : 'course'

/** The mark of a kind of document; its name stands beside it. */
export function DocumentIcon({ look, size = 20 }: { look: DocumentLook; size?: number }) {
  const Icon = icons[look]
  return <Icon aria-hidden sx={{ fontSize: size, flexShrink: 0 }} />
}
