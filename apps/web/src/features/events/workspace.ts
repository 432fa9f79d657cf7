import type { DocumentChange } from '@learnt/contract/documents'
import { EventContent } from '@learnt/contract/events/content'
import { useTranslation } from 'react-i18next'
import { newKey } from '../../api/call.ts'
import { DocumentCertificate } from '../certificates/lazy-parts.ts'
import { complaintsOf, partsOf, plainKey } from '../documents/field-errors.ts'
import type { KindWorkspace } from '../documents/kind.ts'
import { same } from '../documents/same.ts'
import { DocumentAccess } from '../permissions/DocumentAccess.tsx'
import { RatingsList } from '../ratings/RatingsList.tsx'
import { EventEditor } from './EventEditor.tsx'
import { eventKind } from './kind.ts'
import { PublishNotices } from './PublishNotices.tsx'
import { RunningTab } from './RunningTab.tsx'

const details = ['title', 'description', 'category', 'tags', 'imageFileId', 'language'] as const
const groups = {
  settings: ['capacity', 'registration', 'waiting', 'cancelHours', 'reminders', 'join', 'attendance', 'timeZone'],
  place: ['place', 'roomId', 'address', 'joinUrl', 'facilitators'],
  files: ['files'],
  prerequisites: ['prerequisites'],
} as const satisfies Record<string, readonly (keyof EventContent)[]>
const ownChanges = ['settings', 'place', 'files', 'dateAdded', 'dateMoved', 'dateRemoved'] as const

/** What differs between two contents, as the server compares them. */
function changesBetween(before: EventContent, after: EventContent): DocumentChange[] {
  const changes: DocumentChange[] = []
  const say = (change: string, title: string, fields: string[] = []) => changes.push({ change, title, fields })
  const fields = details.filter((field) => !same(before[field], after[field]))
  if (fields.length > 0) say('details', after.title, fields)
  for (const [change, keys] of Object.entries(groups))
    if (keys.some((key) => !same(before[key], after[key]))) say(change, after.title)
  const titleOf = ({ title, start }: EventContent['sessions'][number]) => title || start.replace('T', ' ')
  const old = new Map(before.sessions.map((session) => [session.id, session]))
  for (const session of after.sessions) {
    const was = old.get(session.id)
    if (!was) say('dateAdded', titleOf(session))
    else if (!same(was, session)) say('dateMoved', titleOf(session))
    old.delete(session.id)
  }
  for (const session of old.values()) say('dateRemoved', titleOf(session))
  return changes
}

/** What the page of one event adds to that of every document. */
export const eventWorkspace: KindWorkspace<EventContent> = {
  ...eventKind,
  check: (content) => complaintsOf(EventContent.safeParse(content)),
  Access: DocumentAccess,
  Editor: EventEditor,
  Certificate: DocumentCertificate,
  documentsOf: (event) => event.documents ?? [],
  changesBetween,
  copy: (content, title) => ({
    ...content,
    title,
    attendance: content.attendance.rule === 'these' ? { rule: 'all' } : content.attendance,
    sessions: content.sessions.map((session) => ({ ...session, id: newKey() })),
  }),
  // dates move when others are removed: a complaint belongs to the date, not to its place
  fieldKey: (content, path) => {
    const [first, at, field] = partsOf(path)
    const session = first === 'sessions' ? content.sessions[Number(at)] : undefined
    return session ? `session/${session.id}/${field ?? 'start'}` : plainKey(content, path)
  },
  PublishChoice: PublishNotices,
  tabs: [
    { name: 'running', Content: RunningTab },
    { name: 'ratings', Content: RatingsList },
  ],
  useWords: () => {
    const { t } = useTranslation('eventEditor')
    return {
      change: ({ change, title }) => {
        const own = ownChanges.find((one) => one === change)
        return own ? t(`change.${own}`, { title }) : null
      },
      tab: (name) => t(`tabs.${name as 'running'}`),
    }
  },
}
