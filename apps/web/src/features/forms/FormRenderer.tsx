import { type Answers, type AnswerValue, isEmptyAnswer } from '@learnt/contract/forms/answers'
import { complainOfField } from '@learnt/contract/forms/check-answers'
import type { AskedField, Field, FormContent } from '@learnt/contract/forms/content'
import type { AnswerComplaint } from '@learnt/contract/forms/read-answer'
import { type FormMember, type Resolved, resolve } from '@learnt/contract/forms/resolve'
import { sayHtml, sayText } from '@learnt/contract/forms/texts'
import BackIcon from '@mui/icons-material/ArrowBack'
import NextIcon from '@mui/icons-material/ArrowForward'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useComplaintText } from './complaint-text.ts'
import { ErrorList } from './ErrorList.tsx'
import { AnswerView } from './fields/AnswerView.tsx'
import { ContentField } from './fields/ContentField.tsx'
import { FieldFrame } from './fields/FieldFrame.tsx'
import { FieldView } from './fields/FieldView.tsx'
import { type FillingContext, FillingProvider, type FormServices } from './fields/field-props.ts'
import { PageList } from './PageList.tsx'

export type FormErrors = Readonly<Record<string, AnswerComplaint>>

export interface FormRendererProps {
  form: FormContent
  /** As they were given; resolve() decides which of them count. */
  answers: Answers
  member: FormMember
  /** Null takes an answer back. */
  onChange: (key: string, answer: AnswerValue | null) => void
  /** What a submission or the server complained of, by field. Stands at the top too. */
  errors: FormErrors
  /** `preview`: nothing is sent or kept. `read`: answers are shown and cannot be changed. */
  mode: 'fill' | 'preview' | 'read'
  /** Who signs in a field. */
  nameOf?: (field: AskedField) => string
  services?: FormServices
  /** `YYYY-MM-DD` in the tenant's zone. */
  today?: string
  /** Fields that may be changed; absent: all. The others are shown with their answers. */
  open?: ReadonlySet<string>
  /** Key of the page that is shown; absent: the renderer keeps it. */
  page?: string | null
  onPage?: (key: string) => void
  /** Fields in which something stands that is no answer, such as words in place of a number. */
  onUnread?: (key: string, isUnread: boolean) => void
  /** Counts up with each refused submission: the list of errors takes the focus. */
  refusals?: number
  /** What stands under a field: marks, feedback, the right answer. */
  below?: (field: AskedField) => ReactNode
  /** What stands at the end, on the last page: the button that submits. */
  footer?: ReactNode
}

const noServices: FormServices = { fileAddress: () => '' }

/** A form as people see it: page by page, with what their answers show, hide and require. The editor's preview is the same. */
export function FormRenderer(props: FormRendererProps) {
  const {
    form,
    answers,
    member,
    onChange,
    errors,
    mode,
    nameOf = nobody,
    services = noServices,
    open,
    refusals = 0,
  } = props
  const { page, onPage, onUnread, below, footer } = props
  const today = props.today ?? dayOf(new Date())
  const { t, i18n } = useTranslation('formFields')
  const complaintText = useComplaintText()
  const language = i18n.language
  const resolved = useMemo(() => resolve(form, answers, member), [form, answers, member])
  const [ownPage, setOwnPage] = useState<string | null>(null)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [unread, setUnread] = useState<ReadonlySet<string>>(new Set())
  const [stopped, setStopped] = useState<FormErrors>({})
  const root = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  const { pages } = resolved
  const at = placeOf(form, resolved, page ?? ownPage)
  const shown = pages[at]
  const isLast = at === pages.length - 1
  const { navigation } = form.settings
  const hasHeading = pages.length > 1 || (shown !== undefined && sayable(shown.page.title.text))

  // the texts change with the answers only where they repeat some
  const repeats = useMemo(() => JSON.stringify(form.pages).includes('{{'), [form])
  const repeated = repeats ? resolved.answers : none
  const context = useMemo<FillingContext>(() => {
    const saying = { form, answers: repeated, language, words: { yes: t('yes'), no: t('no') } }
    return {
      services,
      language,
      nameOf,
      heading: hasHeading ? 'h3' : 'h2',
      say: (text) => sayText(text, saying),
      sayHtml: (text) => sayHtml(text, saying),
    }
  }, [form, repeated, language, services, nameOf, hasHeading, t])
  const { say } = context

  const errorOf = (field: AskedField): AnswerComplaint | null => {
    if (mode === 'read') return null
    if (unread.has(field.key)) return { code: 'invalid' }
    const told = errors[field.key] ?? stopped[field.key]
    if (told) return told
    const answer = resolved.answers[field.key]
    // an empty field is complained of when somebody wants to go on, never while they look around
    if (!left.has(field.key) || answer === undefined) return null
    return complainOfField(field, answer, false, today)
  }

  const change = useCallback(
    (key: string, answer: AnswerValue | null) => {
      setStopped((before) => {
        if (!(key in before)) return before
        const { [key]: _, ...rest } = before
        return rest
      })
      onChange(key, answer)
    },
    [onChange],
  )
  const leave = useCallback(
    (key: string) => setLeft((before) => (before.has(key) ? before : new Set(before).add(key))),
    [],
  )
  const tellUnread = useCallback(
    (key: string, isUnread: boolean) => {
      setUnread((before) => {
        if (before.has(key) === isUnread) return before
        const next = new Set(before)
        if (isUnread) next.add(key)
        else next.delete(key)
        return next
      })
      onUnread?.(key, isUnread)
    },
    [onUnread],
  )

  const show = (key: string) => {
    if (onPage) onPage(key)
    if (page === undefined) setOwnPage(key)
  }
  const goTo = (number: number) => {
    const next = pages[number]
    if (!next) return
    setStopped({})
    show(next.page.key)
    requestAnimationFrame(() => {
      root.current?.scrollIntoView?.({ block: 'start' })
      heading.current?.focus({ preventScroll: true })
    })
  }
  /** Pages that follow each other are left only when they are in order. */
  const goOn = () => {
    const faults = mode === 'read' || navigation === 'free' ? {} : faultsOf(shown, resolved, today, unread, open)
    const [first] = Object.keys(faults)
    if (first === undefined) return goTo(at + 1)
    setStopped(faults)
    requestAnimationFrame(() => focusField(root.current, first))
  }
  const goToField = (key: string) => {
    const place = pages.findIndex((one) => one.sections.some(({ fields }) => fields.some((field) => field.key === key)))
    if (place !== -1 && place !== at) show(pages[place]?.page.key ?? '')
    requestAnimationFrame(() => requestAnimationFrame(() => focusField(root.current, key)))
  }

  const list = useMemo(() => {
    const found: { key: string; label: string; text: string }[] = []
    for (const { sections } of pages)
      for (const { fields } of sections)
        for (const field of fields) {
          const complaint = errors[field.key]
          if (!complaint) continue
          const label = say(field.label)
          found.push({ key: field.key, label, text: complaintText(complaint, label) })
        }
    return found
  }, [pages, errors, say, complaintText])

  useEffect(() => {
    if (refusals > 0)
      requestAnimationFrame(() => root.current?.querySelector<HTMLElement>('[data-error-list]')?.focus())
  }, [refusals])

  if (!shown) {
    return (
      <FillingProvider value={context}>
        <Typography color="textSecondary">{t('nothingToFillIn')}</Typography>
        {footer}
      </FillingProvider>
    )
  }
  const title = say(shown.page.title)
  const drawField = (field: Field) => {
    if (field.kind === 'heading' || field.kind === 'text' || field.kind === 'video')
      return <ContentField key={field.key} field={field} />
    if (field.kind === 'draw')
      return (
        <Typography key={field.key} color="textSecondary" sx={{ fontStyle: 'italic' }}>
          {t('drawn', { count: field.count })}
        </Typography>
      )
    const under = below?.(field)
    if (mode === 'read' || (open && !open.has(field.key)))
      return (
        <FieldFrame
          key={field.key}
          label={say(field.label)}
          help=""
          isRequired={false}
          points={mode === 'read' || !('quiz' in field) || !field.quiz ? null : field.quiz.points}
          error=""
          as="group"
          fieldId={field.key}
          fieldKey={field.key}
          below={under}
        >
          {() => <AnswerView field={field} answer={resolved.answers[field.key]} />}
        </FieldFrame>
      )
    const complaint = errorOf(field)
    return (
      <FieldView
        key={field.key}
        field={field}
        answer={answers[field.key] === undefined || isEmptyKept(answers[field.key]) ? undefined : answers[field.key]}
        isRequired={resolved.required.has(field.key)}
        error={complaint ? complaintText(complaint, say(field.label)) : ''}
        onChange={change}
        onLeave={leave}
        onUnread={tellUnread}
        below={under}
      />
    )
  }
  return (
    <FillingProvider value={context}>
      <Box ref={root} sx={{ scrollMarginTop: '140px' }}>
        {list.length > 0 && <ErrorList errors={list} onGo={goToField} />}
        {pages.length > 1 && (
          <PageList
            pages={pages.map(({ page: one }) => ({ key: one.key, title: say(one.title) }))}
            at={at}
            onGo={mode === 'read' || navigation === 'free' ? goTo : undefined}
          />
        )}
        {hasHeading && (
          <Typography
            ref={heading}
            tabIndex={-1}
            variant="h2"
            component="h2"
            dir="auto"
            sx={{ mb: 2, outline: 'none', overflowWrap: 'anywhere' }}
          >
            {title || t('pageOf', { number: at + 1, count: pages.length })}
          </Typography>
        )}
        <Box sx={{ display: 'grid', gap: 2.5 }}>
          {shown.sections.map(({ section, fields }) => {
            const name = say(section.title)
            return (
              <Card
                key={section.key}
                sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}
              >
                {name && (
                  <Typography variant="h3" component={context.heading} dir="auto" sx={{ overflowWrap: 'anywhere' }}>
                    {name}
                  </Typography>
                )}
                {fields.map(drawField)}
              </Card>
            )
          })}
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mt: 3, alignItems: 'center' }}>
          {at > 0 && (mode === 'read' || navigation !== 'forward') && (
            <Button
              variant="outlined"
              color="inherit"
              startIcon={<BackIcon sx={mirrored} />}
              onClick={() => goTo(at - 1)}
            >
              {t('back')}
            </Button>
          )}
          {!isLast && (
            <Button variant="contained" endIcon={<NextIcon sx={mirrored} />} onClick={goOn}>
              {t('next')}
            </Button>
          )}
          {isLast && footer}
        </Box>
      </Box>
    </FillingProvider>
  )
}

const none: Answers = {}
const nobody = () => ''
const mirrored = { '[dir="rtl"] &': { transform: 'scaleX(-1)' } }
const sayable = (text: string) => text.trim() !== ''
/** What was typed and is not finished (spaces, "Other" without a text) stays in its field. */
const isEmptyKept = (answer: AnswerValue | undefined) =>
  isEmptyAnswer(answer) && typeof answer !== 'string' && !(typeof answer === 'object' && 'choices' in answer)

/** The page that was asked for, or where it would stand now that it is hidden. */
function placeOf(form: FormContent, resolved: Resolved, key: string | null): number {
  if (key === null) return 0
  const number = resolved.pages.findIndex((one) => one.page.key === key)
  if (number !== -1) return number
  const order = form.pages.findIndex((one) => one.key === key)
  const before = resolved.pages.filter(({ page }) => form.pages.indexOf(page) < order).length
  return Math.max(0, Math.min(before, resolved.pages.length - 1))
}

function faultsOf(
  shown: Resolved['pages'][number] | undefined,
  resolved: Resolved,
  today: string,
  unread: ReadonlySet<string>,
  open: ReadonlySet<string> | undefined,
): FormErrors {
  const faults: Record<string, AnswerComplaint> = {}
  for (const { fields } of shown?.sections ?? [])
    for (const field of fields) {
      if (!('required' in field) || (open && !open.has(field.key))) continue
      const complaint = unread.has(field.key)
        ? ({ code: 'invalid' } as const)
        : complainOfField(field, resolved.answers[field.key], resolved.required.has(field.key), today)
      if (complaint) faults[field.key] = complaint
    }
  return faults
}

function focusField(root: HTMLElement | null, key: string): void {
  const field = root?.querySelector<HTMLElement>(`[data-field="${CSS.escape(key)}"]`)
  const inside = field?.querySelector<HTMLElement>(
    'input:not([type="hidden"]):not([hidden]), textarea, select, button, [role="combobox"], [tabindex="0"]',
  )
  field?.scrollIntoView?.({ block: 'center' })
  inside?.focus({ preventScroll: true })
}

function dayOf(date: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
