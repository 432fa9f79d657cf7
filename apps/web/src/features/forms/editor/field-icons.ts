import type { FieldKind } from '@learnt/contract/forms/field-kinds'
import DropDownIcon from '@mui/icons-material/ArrowDropDownCircleOutlined'
import AttachIcon from '@mui/icons-material/AttachFile'
import NumericIcon from '@mui/icons-material/CalculateOutlined'
import CalendarIcon from '@mui/icons-material/CalendarTodayOutlined'
import DrawIcon from '@mui/icons-material/CasinoOutlined'
import CheckBoxIcon from '@mui/icons-material/CheckBoxOutlined'
import MatchIcon from '@mui/icons-material/CompareArrows'
import SignatureIcon from '@mui/icons-material/DrawOutlined'
import DateTimeIcon from '@mui/icons-material/EventAvailableOutlined'
import PageIcon from '@mui/icons-material/FeedOutlined'
import OrderIcon from '@mui/icons-material/FormatListNumbered'
import MatrixIcon from '@mui/icons-material/GridOnOutlined'
import ConsentIcon from '@mui/icons-material/HandshakeOutlined'
import EssayIcon from '@mui/icons-material/HistoryEduOutlined'
import PictureIcon from '@mui/icons-material/ImageOutlined'
import ScaleIcon from '@mui/icons-material/LinearScale'
import MailIcon from '@mui/icons-material/MailOutlined'
import NotesIcon from '@mui/icons-material/Notes'
import NumberIcon from '@mui/icons-material/NumbersOutlined'
import PersonIcon from '@mui/icons-material/PersonOutlined'
import PhoneIcon from '@mui/icons-material/PhoneOutlined'
import HotSpotIcon from '@mui/icons-material/PinDropOutlined'
import AnswerIcon from '@mui/icons-material/QuestionAnswerOutlined'
import RadioIcon from '@mui/icons-material/RadioButtonChecked'
import TrueIcon from '@mui/icons-material/RuleOutlined'
import TimeIcon from '@mui/icons-material/ScheduleOutlined'
import ShortIcon from '@mui/icons-material/ShortText'
import VideoIcon from '@mui/icons-material/SmartDisplayOutlined'
import GapsIcon from '@mui/icons-material/SpaceBarOutlined'
import NpsIcon from '@mui/icons-material/SpeedOutlined'
import StarIcon from '@mui/icons-material/StarBorder'
import RankIcon from '@mui/icons-material/SwapVert'
import YesNoIcon from '@mui/icons-material/ThumbsUpDownOutlined'
import HeadingIcon from '@mui/icons-material/Title'
import type { SvgIconProps } from '@mui/material/SvgIcon'
import type { ComponentType } from 'react'

export const fieldIcons: Record<FieldKind, ComponentType<SvgIconProps>> = {
  shortText: ShortIcon,
  longText: NotesIcon,
  number: NumberIcon,
  email: MailIcon,
  phone: PhoneIcon,
  date: CalendarIcon,
  time: TimeIcon,
  dateTime: DateTimeIcon,
  singleChoice: RadioIcon,
  multipleChoice: CheckBoxIcon,
  dropDown: DropDownIcon,
  yesNo: YesNoIcon,
  scale: ScaleIcon,
  nps: NpsIcon,
  stars: StarIcon,
  matrix: MatrixIcon,
  ranking: RankIcon,
  pictureChoice: PictureIcon,
  person: PersonIcon,
  file: AttachIcon,
  signature: SignatureIcon,
  consent: ConsentIcon,
  heading: HeadingIcon,
  text: PageIcon,
  video: VideoIcon,
  trueFalse: TrueIcon,
  shortAnswer: AnswerIcon,
  numeric: NumericIcon,
  matching: MatchIcon,
  ordering: OrderIcon,
  gaps: GapsIcon,
  hotSpot: HotSpotIcon,
  essay: EssayIcon,
  draw: DrawIcon,
}
