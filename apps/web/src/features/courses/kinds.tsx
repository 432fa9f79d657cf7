import type { ActivityKind } from '@learnt/contract/courses'
import ArticleIcon from '@mui/icons-material/ArticleOutlined'
import DescriptionIcon from '@mui/icons-material/DescriptionOutlined'
import ExtensionIcon from '@mui/icons-material/ExtensionOutlined'
import HeadphonesIcon from '@mui/icons-material/HeadphonesOutlined'
import LinkIcon from '@mui/icons-material/LinkOutlined'
import VideoIcon from '@mui/icons-material/SmartDisplayOutlined'
import type { ComponentType } from 'react'

export const kindIcons: Record<ActivityKind, ComponentType<{ fontSize?: 'small' | 'medium' | 'inherit' }>> = {
  page: ArticleIcon,
  video: VideoIcon,
  audio: HeadphonesIcon,
  document: DescriptionIcon,
  link: LinkIcon,
  scorm: ExtensionIcon,
}
