import AdminIcon from '@mui/icons-material/AdminPanelSettingsOutlined'
import BusinessIcon from '@mui/icons-material/ApartmentOutlined'
import ArticleIcon from '@mui/icons-material/ArticleOutlined'
import AssignmentIcon from '@mui/icons-material/AssignmentOutlined'
import ReportIcon from '@mui/icons-material/BarChartOutlined'
import CalendarIcon from '@mui/icons-material/CalendarMonthOutlined'
import ChatIcon from '@mui/icons-material/ChatBubbleOutlineOutlined'
import BundleIcon from '@mui/icons-material/CollectionsBookmarkOutlined'
import CreditCardIcon from '@mui/icons-material/CreditCardOutlined'
import DashboardIcon from '@mui/icons-material/DashboardOutlined'
import ExploreIcon from '@mui/icons-material/ExploreOutlined'
import FactCheckIcon from '@mui/icons-material/FactCheckOutlined'
import FolderIcon from '@mui/icons-material/FolderOutlined'
import PeopleIcon from '@mui/icons-material/GroupOutlined'
import HistoryIcon from '@mui/icons-material/HistoryOutlined'
import HomeIcon from '@mui/icons-material/HomeOutlined'
import PackageIcon from '@mui/icons-material/Inventory2Outlined'
import PermissionIcon from '@mui/icons-material/KeyOutlined'
import LinkIcon from '@mui/icons-material/Link'
import LogoutIcon from '@mui/icons-material/Logout'
import MailIcon from '@mui/icons-material/MailOutlineOutlined'
import MenuIcon from '@mui/icons-material/Menu'
import CourseIcon from '@mui/icons-material/MenuBookOutlined'
import BadgeIcon from '@mui/icons-material/MilitaryTechOutlined'
import BellIcon from '@mui/icons-material/NotificationsNone'
import PaletteIcon from '@mui/icons-material/PaletteOutlined'
import RequestIcon from '@mui/icons-material/RateReviewOutlined'
import PathwayIcon from '@mui/icons-material/RouteOutlined'
import SettingsIcon from '@mui/icons-material/SettingsOutlined'
import SuperadminIcon from '@mui/icons-material/ShieldOutlined'
import FeedIcon from '@mui/icons-material/SyncAltOutlined'
import JobIcon from '@mui/icons-material/TaskOutlined'
import EventIcon from '@mui/icons-material/TodayOutlined'
import UploadIcon from '@mui/icons-material/UploadFileOutlined'
import CertificateIcon from '@mui/icons-material/WorkspacePremiumOutlined'
import type { ComponentType } from 'react'

const icons: Record<string, ComponentType<{ fontSize?: 'small' | 'medium' }>> = {
  admin: AdminIcon,
  audit: HistoryIcon,
  badge: BadgeIcon,
  bell: BellIcon,
  billing: CreditCardIcon,
  blog: ArticleIcon,
  bundle: BundleIcon,
  calendar: CalendarIcon,
  catalogue: ExploreIcon,
  certificate: CertificateIcon,
  chat: ChatIcon,
  course: CourseIcon,
  dashboard: DashboardIcon,
  event: EventIcon,
  feed: FeedIcon,
  folder: FolderIcon,
  form: AssignmentIcon,
  home: HomeIcon,
  job: JobIcon,
  link: LinkIcon,
  logout: LogoutIcon,
  mail: MailIcon,
  menu: MenuIcon,
  package: PackageIcon,
  pathway: PathwayIcon,
  people: PeopleIcon,
  permission: PermissionIcon,
  report: ReportIcon,
  request: RequestIcon,
  resource: FolderIcon,
  result: FactCheckIcon,
  settings: SettingsIcon,
  superadmin: SuperadminIcon,
  tenant: BusinessIcon,
  theme: PaletteIcon,
  upload: UploadIcon,
}

export function NavIcon({ name }: { name: string | undefined }) {
  const Icon = (name && icons[name]) || LinkIcon
  return <Icon fontSize="small" />
}
