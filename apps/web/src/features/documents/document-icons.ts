import FormIcon from '@mui/icons-material/AssignmentOutlined'
import EventIcon from '@mui/icons-material/EventOutlined'
import FolderIcon from '@mui/icons-material/FolderOutlined'
import PackageIcon from '@mui/icons-material/Inventory2Outlined'
import BundleIcon from '@mui/icons-material/LayersOutlined'
import PathwayIcon from '@mui/icons-material/RouteOutlined'
import CourseIcon from '@mui/icons-material/SchoolOutlined'
import type { SvgIconProps } from '@mui/material/SvgIcon'
import type { ComponentType } from 'react'
import type { DocumentName } from './kind.ts'

/** The mark of each kind, where a document has no picture. */
export const documentIcons: Record<DocumentName, ComponentType<SvgIconProps>> = {
  course: CourseIcon,
  bundle: BundleIcon,
  pathway: PathwayIcon,
  learningPackage: PackageIcon,
  resource: FolderIcon,
  form: FormIcon,
  event: EventIcon,
}

/** What people call a document of another one: a step, an item. */
export function nameOfDocument({ type, isBundle }: { type: string; isBundle: boolean }): DocumentName {
  if (isBundle) return 'bundle'
  return type in documentIcons ? (type as DocumentName) : 'course'
}
