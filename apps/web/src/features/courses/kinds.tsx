import { type ActivityKind, activityKinds } from '@learnt/contract/courses'
import ArticleIcon from '@mui/icons-material/ArticleOutlined'
import FormIcon from '@mui/icons-material/AssignmentOutlined'
import DescriptionIcon from '@mui/icons-material/DescriptionOutlined'
import EventIcon from '@mui/icons-material/EventOutlined'
import ExtensionIcon from '@mui/icons-material/ExtensionOutlined'
import HeadphonesIcon from '@mui/icons-material/HeadphonesOutlined'
import LinkIcon from '@mui/icons-material/LinkOutlined'
import QuizIcon from '@mui/icons-material/QuizOutlined'
import VideoIcon from '@mui/icons-material/SmartDisplayOutlined'
import type { ComponentType } from 'react'

export const kindIcons: Record<ActivityKind, ComponentType<{ fontSize?: 'small' | 'medium' | 'inherit' }>> = {
  page: ArticleIcon,
  video: VideoIcon,
  audio: HeadphonesIcon,
  document: DescriptionIcon,
  link: LinkIcon,
  scorm: ExtensionIcon,
  form: FormIcon,
  quiz: QuizIcon,
  event: EventIcon,
}

/** Kinds of steps that can be added; without their features there are no forms and no events. */
export function offeredKinds(features: Readonly<Record<string, boolean | undefined>>): ActivityKind[] {
  return activityKinds.filter((kind) => {
    if (kind === 'event') return features.events !== false
    return features.forms !== false || (kind !== 'form' && kind !== 'quiz')
  })
}
