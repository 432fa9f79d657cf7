import type { AnswerValue } from '@learnt/contract/forms/answers'
import type { AskedField } from '@learnt/contract/forms/content'
import { type ComponentType, memo, type ReactNode, useCallback, useId } from 'react'
import { Bone } from '../../../ui/Bone.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { ChoiceField } from './ChoiceField.tsx'
import { ConsentField } from './ConsentField.tsx'
import { DropDownField } from './DropDownField.tsx'
import { FieldFrame, type FieldFrameProps } from './FieldFrame.tsx'
import { FileField } from './FileField.tsx'
import { type FieldProps, useFilling } from './field-props.ts'
import { GapsField } from './GapsField.tsx'
import { LineField } from './LineField.tsx'
import { LongTextField } from './LongTextField.tsx'
import { MatchingField } from './MatchingField.tsx'
import { NumberField } from './NumberField.tsx'
import { NumericField } from './NumericField.tsx'
import { PictureField } from './PictureField.tsx'
import { ScaleField } from './ScaleField.tsx'
import { YesNoField } from './YesNoField.tsx'

// the list of people needs half as much code as all other fields together
const PersonField = lazyPart(async () => (await import('./PersonField.tsx')).PersonField, {
  fallback: <Bone height={56} radius={10} />,
})

// few forms ask for these
const HotSpotField = lazyPart(async () => (await import('./HotSpotField.tsx')).HotSpotField, {
  fallback: <Bone height={240} radius={10} />,
})
const SignatureField = lazyPart(async () => (await import('./SignatureField.tsx')).SignatureField, {
  fallback: <Bone height={160} radius={10} />,
})

const OrderField = lazyPart(async () => (await import('./OrderField.tsx')).OrderField, {
  fallback: <Bone height={200} radius={10} />,
})

const MatrixField = lazyPart(async () => (await import('./MatrixField.tsx')).MatrixField, {
  fallback: <Bone height={240} radius={10} />,
})

const late = {
  person: PersonField,
  hotSpot: HotSpotField,
  signature: SignatureField,
  ranking: OrderField,
  ordering: OrderField,
  matrix: MatrixField,
}

/** Fetches the code of these kinds of field with the page, since the person may be offline when they fill them in. */
export async function preloadFields(kinds: Iterable<string>): Promise<void> {
  const wanted = new Set(kinds)
  await Promise.all(Object.entries(late).map(([kind, part]) => (wanted.has(kind) ? part.preload() : null)))
}

type AnyField = ComponentType<FieldProps<never> & { onUnread: (isUnread: boolean) => void }>
type Look = [View: unknown, as: FieldFrameProps['as']]

const views: Record<AskedField['kind'], Look> = {
  shortText: [LineField, 'label'],
  longText: [LongTextField, 'label'],
  number: [NumberField, 'label'],
  email: [LineField, 'label'],
  phone: [LineField, 'label'],
  date: [LineField, 'label'],
  time: [LineField, 'label'],
  dateTime: [LineField, 'label'],
  singleChoice: [ChoiceField, 'group'],
  multipleChoice: [ChoiceField, 'group'],
  dropDown: [DropDownField, 'label'],
  pictureChoice: [PictureField, 'group'],
  yesNo: [YesNoField, 'group'],
  scale: [ScaleField, 'group'],
  nps: [ScaleField, 'group'],
  stars: [ScaleField, 'group'],
  matrix: [MatrixField, 'group'],
  ranking: [OrderField, 'group'],
  person: [PersonField, 'label'],
  file: [FileField, 'group'],
  signature: [SignatureField, 'group'],
  consent: [ConsentField, 'group'],
  trueFalse: [YesNoField, 'group'],
  shortAnswer: [LineField, 'label'],
  numeric: [NumericField, 'label'],
  matching: [MatchingField, 'group'],
  ordering: [OrderField, 'group'],
  gaps: [GapsField, 'group'],
  hotSpot: [HotSpotField, 'group'],
  essay: [LongTextField, 'label'],
}

export interface FieldViewProps {
  field: AskedField
  answer: AnswerValue | undefined
  isRequired: boolean
  /** The error as a sentence; '' when there is none. */
  error: string
  onChange: (key: string, answer: AnswerValue | null) => void
  onLeave: (key: string) => void
  /** The field contains text that is not a number. */
  onUnread: (key: string, isUnread: boolean) => void
  /** Shown under the field. */
  below?: ReactNode
}

/** One question with its label, help and error. */
export const FieldView = memo(function FieldView(props: FieldViewProps) {
  const { field, answer, isRequired, error, below } = props
  const { onChange, onLeave, onUnread } = props
  const { say } = useFilling()
  const id = useId()
  const [View, as] = views[field.kind]
  const One = View as AnyField
  const change = useCallback((next: AnswerValue | null) => onChange(field.key, next), [field.key, onChange])
  const leave = useCallback(() => onLeave(field.key), [field.key, onLeave])
  const unread = useCallback((isUnread: boolean) => onUnread(field.key, isUnread), [field.key, onUnread])
  return (
    <FieldFrame
      label={say(field.label)}
      help={say(field.help)}
      isRequired={isRequired}
      points={'quiz' in field && field.quiz ? field.quiz.points : null}
      error={error}
      as={as}
      role={isRadioGroup(field) ? 'radiogroup' : 'group'}
      fieldId={id}
      fieldKey={field.key}
      below={below}
    >
      {({ labelId, describedBy }) => (
        <One
          field={field as never}
          answer={answer as never}
          onChange={change as never}
          onLeave={leave}
          onUnread={unread}
          isRequired={isRequired}
          hasError={error !== ''}
          id={id}
          labelId={labelId}
          describedBy={describedBy}
        />
      )}
    </FieldFrame>
  )
})

function isRadioGroup(field: AskedField): boolean {
  if (field.kind === 'pictureChoice') return !field.several
  return ['singleChoice', 'yesNo', 'trueFalse', 'scale', 'nps', 'stars'].includes(field.kind)
}
