import type { NotificationKind } from '@learnt/contract/notification-kinds'
import type { SvgIconComponent } from '@mui/icons-material'
import AlarmIcon from '@mui/icons-material/AccessAlarm'
import DevicesIcon from '@mui/icons-material/DevicesOutlined'
import DownloadIcon from '@mui/icons-material/DownloadOutlined'
import FailedIcon from '@mui/icons-material/ErrorOutlineOutlined'
import AgainIcon from '@mui/icons-material/EventRepeatOutlined'
import CommentIcon from '@mui/icons-material/ForumOutlined'
import RequestIcon from '@mui/icons-material/HowToRegOutlined'
import OpenIcon from '@mui/icons-material/LockOpenOutlined'
import RolesIcon from '@mui/icons-material/ManageAccountsOutlined'
import CourseIcon from '@mui/icons-material/MenuBookOutlined'
import BellIcon from '@mui/icons-material/NotificationsNone'
import EraseIcon from '@mui/icons-material/PersonRemoveOutlined'
import LookIcon from '@mui/icons-material/RemoveRedEyeOutlined'
import PointsIcon from '@mui/icons-material/StarsOutlined'
import DoneIcon from '@mui/icons-material/TaskAltOutlined'
import KeyIcon from '@mui/icons-material/VpnKeyOutlined'
import CertificateIcon from '@mui/icons-material/WorkspacePremiumOutlined'
import Box from '@mui/material/Box'

type Tone = 'primary' | 'warning' | 'error' | 'success'

const looks: Record<NotificationKind, [SvgIconComponent, Tone]> = {
  courseAssigned: [CourseIcon, 'primary'],
  courseDueSoon: [AlarmIcon, 'warning'],
  courseOverdue: [AlarmIcon, 'error'],
  documentFinished: [DoneIcon, 'success'],
  newSteps: [CourseIcon, 'primary'],
  cycleBegun: [AgainIcon, 'primary'],
  cycleEnding: [AlarmIcon, 'warning'],
  courseRestarted: [CourseIcon, 'warning'],
  dueExtended: [AlarmIcon, 'success'],
  badgeAwarded: [CertificateIcon, 'success'],
  badgeRevoked: [CertificateIcon, 'error'],
  managerReminded: [AlarmIcon, 'warning'],
  certificateIssued: [CertificateIcon, 'success'],
  certificateExpiring: [AlarmIcon, 'warning'],
  certificateExpired: [AlarmIcon, 'error'],
  certificateRevoked: [CertificateIcon, 'error'],
  outsideConfirmed: [CertificateIcon, 'success'],
  outsideRefused: [CertificateIcon, 'error'],
  documentOpened: [OpenIcon, 'success'],
  jobSucceeded: [DoneIcon, 'success'],
  jobFailed: [FailedIcon, 'error'],
  accountSeen: [LookIcon, 'warning'],
  rolesChanged: [RolesIcon, 'primary'],
  statusChanged: [RolesIcon, 'primary'],
  passwordChanged: [KeyIcon, 'warning'],
  newDevice: [DevicesIcon, 'warning'],
  authenticatorAdded: [KeyIcon, 'primary'],
  authenticatorRemoved: [KeyIcon, 'warning'],
  passkeyAdded: [KeyIcon, 'primary'],
  passkeyRemoved: [KeyIcon, 'warning'],
  recoveryCodesMade: [KeyIcon, 'primary'],
  recoveryCodeUsed: [KeyIcon, 'warning'],
  factorsReset: [KeyIcon, 'warning'],
  passkeysReset: [KeyIcon, 'warning'],
  dataExportReady: [DownloadIcon, 'success'],
  eraseRequested: [EraseIcon, 'warning'],
  requestMade: [RequestIcon, 'primary'],
  requestStandIn: [RequestIcon, 'warning'],
  requestApproved: [DoneIcon, 'success'],
  requestDeclined: [RequestIcon, 'error'],
  pointsGiven: [PointsIcon, 'success'],
  pointsTaken: [PointsIcon, 'warning'],
  feedAsks: [FailedIcon, 'warning'],
  auditBroken: [FailedIcon, 'error'],
  rewardOrdered: [PointsIcon, 'primary'],
  rewardApproved: [PointsIcon, 'success'],
  rewardDelivered: [PointsIcon, 'success'],
  rewardRefused: [PointsIcon, 'warning'],
  requestReminder: [RequestIcon, 'warning'],
  formApproved: [DoneIcon, 'success'],
  formNotApproved: [RequestIcon, 'error'],
  formReopened: [AgainIcon, 'warning'],
  formDecided: [DoneIcon, 'primary'],
  markingWaits: [RequestIcon, 'primary'],
  standInNamed: [RolesIcon, 'primary'],
  stepComment: [CommentIcon, 'primary'],
  eventSeat: [DoneIcon, 'success'],
  eventWaiting: [AlarmIcon, 'primary'],
  eventDeclined: [RequestIcon, 'error'],
  eventOffer: [AgainIcon, 'warning'],
  eventOfferLapsed: [AlarmIcon, 'error'],
  eventCancelled: [FailedIcon, 'error'],
  eventRemoved: [FailedIcon, 'error'],
  eventMoved: [AgainIcon, 'warning'],
  eventCancellation: [DoneIcon, 'primary'],
  eventReminder: [AlarmIcon, 'primary'],
  eventBelowMinimum: [AlarmIcon, 'warning'],
  eventDated: [AgainIcon, 'success'],
  eventMessage: [CommentIcon, 'primary'],
}

/** What kind of news it is, at a glance; the words say it too. */
export function KindIcon({ kind }: { kind: string }) {
  const [Icon, tone] = looks[kind as NotificationKind] ?? [BellIcon, 'primary']
  return (
    <Box
      component="span"
      aria-hidden
      sx={{
        flexShrink: 0,
        display: 'grid',
        placeItems: 'center',
        width: 40,
        height: 40,
        borderRadius: '12px',
        bgcolor: 'action.hover',
        color: `${tone}.main`,
      }}
    >
      <Icon fontSize="small" />
    </Box>
  )
}
