/** The feature's web folder. The author replaces the noun in German and Arabic. */
exports.webFiles = ({ plural, Plural, singular, Singular }) => {
  const folder = `apps/web/src/features/${plural}`
  return {
    [`${folder}/register.ts`]: `import { type DeclaredPage, page } from '../../routes/declared-page.ts'

export const ${plural}: readonly DeclaredPage[] = [
  page('/apps/admin/${plural}', 'admin', '${plural}', '${Plural}Page', ['${plural}']),
]
`,

    [`${folder}/asks.ts`]: `import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { type ListState, listQuery } from '../../ui/table/list-state.ts'

export const ask${Plural} = (state: ListState) => queryOf(api.${plural}.list, { query: listQuery(state) as never })
`,

    [`${folder}/${Plural}Page.tsx`]: `import type { ${Singular} } from '@learnt/contract/${plural}'
import AddIcon from '@mui/icons-material/Add'
import Button from '@mui/material/Button'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { readList } from '../../lists/address.ts'
import { ListPage } from '../../lists/ListPage.tsx'
import type { Loader } from '../../routes/route-book.ts'
import { DateText } from '../../ui/DateText.tsx'
import { confirm } from '../../ui/dialogs.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { problemText } from '../../ui/problem-text.ts'
import type { Column } from '../../ui/table/Column.ts'
import { showToast } from '../../ui/toasts.ts'
import { ask${Plural} } from './asks.ts'
import { ${Singular}Dialog } from './${Singular}Dialog.tsx'

export const loader: Loader = ({ client, search }) => client.prefetchQuery(ask${Plural}(readList(search, {})))

/** The ${plural} of the tenant, newest first. */
export function ${Plural}Page() {
  const { t } = useTranslation(['${plural}', 'common'])
  const { t: problems } = useTranslation('problems')
  const [edited, setEdited] = useState<${Singular} | 'new' | null>(null)
  const send = useSend(api.${plural}.remove, {
    onError: (error) => showToast({ variant: 'error', text: problemText(problems, error) }),
  })
  const remove = async ({ id, title }: ${Singular}) => {
    const sure = await confirm({
      title: t('removeTitle', { title }),
      text: t('removeText'),
      confirmLabel: t('common:actions.remove'),
      danger: true,
    })
    if (!sure) return
    send.mutate(
      { params: { ${singular}Id: id } },
      { onSuccess: () => showToast({ variant: 'success', text: t('removed', { title }) }) },
    )
  }
  const columns = useMemo<Column<${Singular}>[]>(
    () => [
      { id: 'title', header: t('fields.title'), fixed: true, card: 'title', cell: (row) => row.title },
      { id: 'updatedAt', header: t('updatedAt'), cell: (row) => <DateText value={row.updatedAt} format="ago" /> },
    ],
    [t],
  )
  const create = (
    <Button variant="contained" startIcon={<AddIcon />} onClick={() => setEdited('new')}>
      {t('common:actions.create')}
    </Button>
  )
  return (
    <ListPage
        title={t('title')}
        actions={create}
        ask={ask${Plural}}
        columns={columns}
        rowId={(row) => row.id}
        rowName={(row) => row.title}
        searchLabel={t('search')}
        empty={<EmptyState text={t('emptyText')} action={create} />}
        rowActions={(row) => [
          {
            id: 'change',
            label: t('common:actions.edit'),
            reason: row.can.change,
            run: () => setEdited(row),
          },
          {
            id: 'remove',
            label: t('common:actions.remove'),
            reason: row.can.remove,
            danger: true,
            run: () => void remove(row),
          },
        ]}
    >
      {edited && <${Singular}Dialog edited={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </ListPage>
  )
}
`,

    [`${folder}/${Singular}Dialog.tsx`]: `import { type ${Singular}, ${Singular}Input } from '@learnt/contract/${plural}'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { FormDialog } from '../../routes/FormDialog.tsx'
import { FormText } from '../../ui/form/FormText.tsx'
import { useAppForm, useServerErrors } from '../../ui/form/form-state.ts'
import { showToast } from '../../ui/toasts.ts'

/** Creates one of the ${plural}, or changes one. Mount it to open it. */
export function ${Singular}Dialog({ edited, onClose }: { edited: ${Singular} | null; onClose: () => void }) {
  const { t } = useTranslation(['${plural}', 'common'])
  const form = useAppForm(${Singular}Input, {
    defaultValues: { title: edited?.title ?? '', text: edited?.text ?? '' },
  })
  const done = {
    onSuccess: ({ title }: ${Singular}) => {
      showToast({ variant: 'success', text: t('saved', { title }) })
      onClose()
    },
    onError: useServerErrors(form),
  }
  const create = useSend(api.${plural}.create, done)
  const change = useSend(api.${plural}.change, done)
  return (
    <FormDialog
      form={form}
      title={t(edited ? 'common:actions.edit' : 'common:actions.create')}
      submitLabel={t('common:actions.save')}
      isPending={create.isPending || change.isPending}
      onSubmit={(body) =>
        edited
          ? change.mutate({ params: { ${singular}Id: edited.id }, body: { ...body, revision: edited.revision } })
          : create.mutate({ body })
      }
      onClose={onClose}
    >
      <FormText name="title" label={t('fields.title')} required autoFocus autoComplete="off" />
      <FormText name="text" label={t('fields.text')} multiline minRows={4} maxRows={14} />
    </FormDialog>
  )
}
`,

    [`${folder}/${Plural}Page.test.tsx`]: `import type { ${Singular} } from '@learnt/contract/${plural}'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { memoryRouter } from '../../testing/memory-router.ts'
import { prepareComponents, show } from '../../testing/show.tsx'
import { readToasts } from '../../ui/toasts.ts'
import { ${Plural}Page } from './${Plural}Page.tsx'

prepareComponents({ namespaces: ['common', 'parts', 'problems', '${plural}'] })

const first: ${Singular} = {
  id: 'one',
  title: 'First',
  text: 'A text',
  revision: 3,
  createdAt: '2026-11-20T09:00:00.000Z',
  updatedAt: '2026-11-20T09:00:00.000Z',
  can: { change: null, remove: null },
}
let sent: unknown[]
let refusal: object | null
beforeEach(() => {
  sent = []
  refusal = null
  vi.stubGlobal('fetch', async (_address: string, init: RequestInit = {}) => {
    if (init.method !== 'POST') return Response.json({ items: [first], next: null, total: 1, totalIsExact: true })
    sent.push(JSON.parse(String(init.body)))
    return refusal ? Response.json(refusal, { status: 422 }) : Response.json(first, { status: 201 })
  })
  show(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={memoryRouter('/', { '/': ${Plural}Page }) as never} />
    </QueryClientProvider>,
  )
})

async function createOne(title: string) {
  fireEvent.click(await screen.findByRole('button', { name: 'Create' }))
  fireEvent.change(await screen.findByRole('textbox', { name: /^Title/ }), { target: { value: title } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
}

it('lists what there is and creates another', async () => {
  await screen.findByText('First')
  await createOne('Second')
  await waitFor(() => expect(readToasts()[0]?.text).toBe('“First” was saved'))
  expect(sent).toEqual([{ title: 'Second', text: '' }])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('shows an error of the server at its field and keeps what was typed', async () => {
  refusal = {
    type: 'about:blank',
    title: 'Some fields are not right yet.',
    status: 422,
    code: 'invalid-input',
    errors: [{ path: 'body.title', message: 'This title is taken' }],
  }
  await createOne('Second')
  await screen.findByText('This title is taken')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Title/ }).value).toBe('Second')
})
`,

    [`${folder}/words/${plural}.en.ts`]: `export const ${plural} = {
  title: '${Plural}',
  search: 'Search title and text',
  emptyText: 'What you create is listed here.',
  fields: { title: 'Title', text: 'Text' },
  updatedAt: 'Changed',
  saved: '“{{title}}” was saved',
  removeTitle: 'Remove “{{title}}”?',
  removeText: 'This cannot be undone.',
  removed: '“{{title}}” was removed',
} as const

declare module '../../../words/catalogues.ts' {
  interface Catalogues {
    ${plural}: typeof ${plural}
  }
}
`,

    [`${folder}/words/${plural}.de.ts`]: `import type { German } from '../../../words/catalogues.ts'
import type { ${plural} as English } from './${plural}.en.ts'

export const ${plural}: German<typeof English> = {
  title: '${Plural}',
  search: 'Titel und Text durchsuchen',
  emptyText: 'Was Sie erstellen, steht dann hier.',
  fields: { title: 'Titel', text: 'Text' },
  updatedAt: 'Geändert',
  saved: '„{{title}}“ wurde gespeichert',
  removeTitle: '„{{title}}“ entfernen?',
  removeText: 'Das lässt sich nicht rückgängig machen.',
  removed: '„{{title}}“ wurde entfernt',
}
`,

    [`${folder}/words/${plural}.ar.ts`]: `import type { Arabic } from '../../../words/catalogues.ts'
import type { ${plural} as English } from './${plural}.en.ts'

export const ${plural}: Arabic<typeof English> = {
  title: '${Plural}',
  search: 'ابحث في العنوان والنص',
  emptyText: 'يظهر هنا ما تنشئه.',
  fields: { title: 'العنوان', text: 'النص' },
  updatedAt: 'آخر تغيير',
  saved: 'حُفظ «{{title}}»',
  removeTitle: 'إزالة «{{title}}»؟',
  removeText: 'لا يمكن التراجع عن ذلك.',
  removed: 'أُزيل «{{title}}»',
}
`,
  }
}
