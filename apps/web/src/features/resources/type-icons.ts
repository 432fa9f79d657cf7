import type { ResourceType } from '@learnt/contract/resources'
import AudioIcon from '@mui/icons-material/AudiotrackOutlined'
import WordIcon from '@mui/icons-material/DescriptionOutlined'
import ImageIcon from '@mui/icons-material/ImageOutlined'
import LinkIcon from '@mui/icons-material/Link'
import VideoIcon from '@mui/icons-material/OndemandVideoOutlined'
import PdfIcon from '@mui/icons-material/PictureAsPdfOutlined'
import PowerpointIcon from '@mui/icons-material/SlideshowOutlined'
import SheetIcon from '@mui/icons-material/TableChartOutlined'
import type { SvgIconProps } from '@mui/material/SvgIcon'
import type { ComponentType } from 'react'

export const typeIcons: Record<ResourceType, ComponentType<SvgIconProps>> = {
  csv: SheetIcon,
  excel: SheetIcon,
  pdf: PdfIcon,
  powerpoint: PowerpointIcon,
  word: WordIcon,
  link: LinkIcon,
  image: ImageIcon,
  video: VideoIcon,
  audio: AudioIcon,
}
