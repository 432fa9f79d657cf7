import type { Start } from '@learnt/contract/session'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type AnyRouter, createBrowserHistory, createRootRoute, createRouter } from '@tanstack/react-router'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SessionProvider } from '../api/SessionProvider.tsx'
import { CreateCourseDialog } from '../features/courses/CreateCourseDialog.tsx'
import { courseWorkspace } from '../features/courses/workspace.ts'
import { PublishDialog } from '../features/documents/PublishDialog.tsx'
import { ActAsDialog } from '../features/members/ActAsDialog.tsx'
import { EntryDialog } from '../features/navigation/EntryDialog.tsx'
import { AssignDialog } from '../features/permissions/AssignDialog.tsx'
import { EraseDialog } from '../features/profile/EraseDialog.tsx'
import { PasskeyNameDialog } from '../features/profile/PasskeyNameDialog.tsx'
import { ScheduleDialog } from '../features/schedules/ScheduleDialog.tsx'
import { RolesDialog } from '../features/users/RolesDialog.tsx'
import { prepareComponents } from '../testing/show.tsx'
import { showInRouter } from '../testing/show-in-router.tsx'
import { DialogHost } from '../ui/DialogHost.tsx'
import { useCloseGuard } from './leave-guard.ts'

prepareComponents({
  namespaces: [
    'common',
    'parts',
    'problems',
    'courses',
    'documents',
    'documentKinds',
    'members',
    'settings',
    'permissions',
    'profile',
    'factors',
    'schedules',
  ],
})

let router: AnyRouter
beforeEach(() => {
  router = createRouter({ routeTree: createRootRoute(), history: createBrowserHistory() })
})
afterEach(() => router.history.destroy())

const showGuarded = (element: ReactElement) =>
  showInRouter(
    <>
      {element}
      <DialogHost />
    </>,
    router,
  )

function Host({ dirty, onClose }: { dirty: boolean; onClose: () => void }) {
  const close = useCloseGuard(dirty, onClose)
  return (
    <button type="button" onClick={() => void close()}>
      Away
    </button>
  )
}

it('closes what is empty at once', async () => {
  const onClose = vi.fn()
  showGuarded(<Host dirty={false} onClose={onClose} />)
  fireEvent.click(screen.getByText('Away'))
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
})

it('asks before what was filled in is lost', async () => {
  const onClose = vi.fn()
  showGuarded(<Host dirty onClose={onClose} />)
  fireEvent.click(screen.getByText('Away'))
  fireEvent.click(await screen.findByRole('button', { name: 'Stay here' }))
  await waitFor(() => expect(screen.queryByText('Close without saving?')).toBeNull())
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.click(screen.getByText('Away'))
  fireEvent.click(await screen.findByRole('button', { name: 'Close' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
})

it.each([
  ['asks before the browser goes back', true],
  ['lets the browser go back when it holds nothing', false],
])('%s', async (_, dirty) => {
  history.pushState(null, '', '/members')
  router.history.push('/member')
  const path = () => location.pathname
  const isAnswered = () => waitFor(() => expect(screen.queryByRole('button', { name: 'Stay here' })).toBeNull())
  await waitFor(() => expect(path()).toBe('/member'))
  const { unmount } = showGuarded(<Host dirty={dirty} onClose={() => {}} />)
  history.back()
  if (dirty) {
    fireEvent.click(await screen.findByRole('button', { name: 'Stay here' }))
    await isAnswered()
    await waitFor(() => expect(path()).toBe('/member'))
    history.back()
    fireEvent.click(await screen.findByRole('button', { name: 'Leave' }))
  }
  await waitFor(() => expect(path()).toBe('/members'))
  await isAnswered()

  // what it opens by itself, once it is saved, opens
  router.history.push('/new')
  await waitFor(() => expect(path()).toBe('/new'))
  expect(screen.queryByRole('button', { name: 'Stay here' })).toBeNull()

  const leaving = new Event('beforeunload', { cancelable: true })
  dispatchEvent(leaving)
  expect(leaving.defaultPrevented).toBe(dirty)
  unmount()
})

const first = { team: { settings: {} }, me: { role: 'superadmin', roles: ['superadmin'] } } as unknown as Start
const link = {
  id: 'wiki',
  parentId: null,
  title: 'Wiki',
  icon: '',
  exact: false,
  target: '' as const,
  badge: '',
  badgeBackground: '',
  badgeColor: '',
  url: 'https://wiki.example',
  isGroup: false,
  enabled: true,
  available: true,
}
const entry = { row: link, rows: [link], isNew: false, onApply: () => {} }
const person = { userId: 'u', teamId: 't', teamName: 'Team', name: 'Lena Learner', roles: ['learner'] }
const course = { type: 'course' as const, id: 'c', title: 'Fire safety', status: 'published' as const }
const content = {
  title: 'Fire safety',
  description: '',
  category: '',
  tags: [],
  imageFileId: null,
  sequential: false,
  sections: [],
  courseIds: [],
  reset: { kind: 'none' as const },
  mayStartOver: false,
  landing: { isShown: true, author: '', html: '' },
  prerequisites: [],
}
const publishing = {
  kind: courseWorkspace,
  document: course,
  content,
  flush: async () => true,
  revision: () => 1,
  onPublished() {},
  onShow() {},
}
const preview = { changes: [], problems: [], learners: { assigned: 0, underWay: 0, completed: 0 }, firstTime: true }

const typed = (label: RegExp, value: string, former: string) => ({
  fill: async () => void fireEvent.change(await screen.findByLabelText(label), { target: { value } }),
  undo: () => void fireEvent.change(screen.getByLabelText(label), { target: { value: former } }),
})
const ticked = (role: 'checkbox' | 'radio', name: RegExp, former: RegExp = name) => ({
  fill: async () => void fireEvent.click(await screen.findByRole(role, { name })),
  undo: () => void fireEvent.click(screen.getByRole(role, { name: former })),
})

/** Every dialog whose fields hold more than a password, a code or a word that is copied out. */
const dialogs: {
  name: string
  dialog: (onClose: () => void) => ReactElement
  fill: () => Promise<void>
  undo: () => void
}[] = [
  {
    name: 'roles',
    dialog: (onClose) => <RolesDialog person={person} onClose={onClose} />,
    ...ticked('checkbox', /^Manager/),
  },
  {
    name: 'an entry of the navigation',
    dialog: (onClose) => <EntryDialog {...entry} onClose={onClose} />,
    ...typed(/^Title/, 'Handbook', 'Wiki'),
  },
  {
    name: 'a new course',
    dialog: (onClose) => <CreateCourseDialog onClose={onClose} />,
    ...typed(/^Title/, 'Ladders', ''),
  },
  {
    name: 'publishing',
    dialog: (onClose) => <PublishDialog {...publishing} onClose={onClose} />,
    ...typed(/^Note/, 'A new film', ''),
  },
  {
    name: 'giving by hand',
    dialog: (onClose) => <AssignDialog document={course} onClose={onClose} />,
    ...ticked('radio', /^Optional/, /^Required/),
  },
  {
    name: 'a schedule',
    dialog: (onClose) => <ScheduleDialog schedule={null} timeZone="UTC" onClose={onClose} />,
    ...typed(/^Time of day/, '07:30', '08:00'),
  },
  {
    name: 'acting as somebody',
    dialog: (onClose) => <ActAsDialog person={person} onClose={onClose} />,
    ...typed(/^Reason/, 'She cannot open a course', ''),
  },
  {
    name: 'asking to be erased',
    dialog: (onClose) => <EraseDialog onClose={onClose} />,
    ...typed(/^Reason/, 'I leave', ''),
  },
  {
    name: 'the name of a passkey',
    dialog: (onClose) => (
      <PasskeyNameDialog
        title="Passkey"
        name="Laptop"
        confirmLabel="Add"
        onConfirm={async () => {}}
        onClose={onClose}
      />
    ),
    ...typed(/^Name/, 'Key in the drawer', 'Laptop'),
  },
]

describe('A dialog with fields', () => {
  beforeEach(() => {
    vi.stubGlobal('fetch', async (address: string) =>
      Response.json(String(address).includes('publish') ? preview : { items: [], total: 0 }),
    )
  })

  it.each(dialogs)('asks before it closes once something is filled in: $name', async ({ dialog, fill, undo }) => {
    const onClose = vi.fn()
    showGuarded(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <SessionProvider first={first}>{dialog(onClose)}</SessionProvider>
      </QueryClientProvider>,
    )
    const pressEscape = () => void fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
    await fill()
    pressEscape()
    fireEvent.click(await screen.findByRole('button', { name: 'Stay here' }))
    await waitFor(() => expect(screen.queryByText('Close without saving?')).toBeNull())
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Close' }))
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
    await waitFor(() => expect(screen.queryByText('Close without saving?')).toBeNull())

    // what was put back as it was can go
    undo()
    await act(async () => {})
    pressEscape()
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(2))
    expect(screen.queryByText('Close without saving?')).toBeNull()
  })
})
