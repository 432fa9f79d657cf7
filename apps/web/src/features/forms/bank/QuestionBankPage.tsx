import { quizKinds } from '@learnt/contract/forms/field-kinds'
import { difficulties, type QuestionRow } from '@learnt/contract/forms/questions'
import AddIcon from '@mui/icons-material/Add'
import ExportIcon from '@mui/icons-material/FileDownloadOutlined'
import ImportIcon from '@mui/icons-material/FileUploadOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { api } from '../../../api/operations.ts'
import { isProblem } from '../../../api/problem.ts'
import { useSend } from '../../../api/queries.ts'
import { ListPage } from '../../../lists/ListPage.tsx'
import { SavedViews } from '../../../lists/SavedViews.tsx'
import type { Loader } from '../../../routes/route-book.ts'
import { DateText } from '../../../ui/DateText.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { problemText } from '../../../ui/problem-text.ts'
import { Tag } from '../../../ui/Tag.tsx'
import type { Column, ListFilter, Selected } from '../../../ui/table/Column.ts'
import type { ListState } from '../../../ui/table/list-state.ts'
import { plainList } from '../../../ui/table/list-state.ts'
import { showToast } from '../../../ui/toasts.ts'
import { askFacets, askQuestions, bankStandard } from './asks.ts'
import { EncodingDialog } from './EncodingDialog.tsx'
import { QuestionDialog } from './QuestionDialog.tsx'
import { keepEncoding, readTextFile, type TextFile, textOf } from './text-of-file.ts'

export const loader: Loader = ({ client }) => client.prefetchQuery(askFacets())

/** Most questions that a file has. */
const mostInFile = 200

/** The question bank: what quizzes draw from, and authors copy. */
export function QuestionBankPage() {
  const { t, i18n } = useTranslation(['questionBank', 'formEditor', 'common'])
  const { t: problems } = useTranslation('problems')
  const client = useQueryClient()
  const [edited, setEdited] = useState<string | 'new' | null>(null)
  const [refused, setRefused] = useState<readonly string[]>([])
  const [doubtful, setDoubtful] = useState<TextFile | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const asked = useRef<ListState>({ ...plainList, ...bankStandard })
  const facets = useQuery(askFacets()).data
  const fail = (error: unknown) => {
    if (isProblem(error) && error.errors.length > 0)
      setRefused(error.errors.map((one) => `${placeOf(one.path)}${one.message}`))
    else showToast({ variant: 'error', text: problemText(problems, error) })
  }
  const placeOf = (path: string) => {
    const [, number] = /^body\.questions\.(\d+)/.exec(path) ?? []
    return number === undefined ? '' : `${t('file.question', { number: Number(number) + 1 })}: `
  }
  const take = useSend(api.questions.importMany, {
    onSuccess: ({ imported }) => showToast({ variant: 'success', text: t('file.imported', { count: imported }) }),
    onError: fail,
  })
  const takeText = (text: string, name: string) => {
    try {
      const read = JSON.parse(text) as { questions?: unknown }
      take.mutate({ body: { questions: (Array.isArray(read) ? read : read.questions) as never } })
    } catch {
      setRefused([t('file.unreadable', { name })])
    }
  }
  const readFile = async (chosen: File) => {
    setRefused([])
    const file = await readTextFile(chosen, i18n.language)
    // JSON is Unicode. Some editors save it otherwise, and then somebody has to look.
    if (file.found.basis === 'found') takeText(textOf(file, file.found.encoding), file.name)
    else setDoubtful(file)
  }
  const give = useMutation({
    mutationFn: async (selected: Selected) => {
      const ids =
        selected.by === 'ids'
          ? selected.ids
          : (await client.fetchQuery(askQuestions({ ...asked.current, limit: 100, cursor: null }))).items.map(
              (one) => one.id,
            )
      return call(api.questions.exportMany, { body: { ids: ids.slice(0, mostInFile) } })
    },
    onSuccess: (file) => saveFile(JSON.stringify(file, null, 2), 'questions.json'),
    onError: fail,
  })
  const filters = useMemo<ListFilter[]>(() => {
    const counted = (list: { value: string; count: number }[] | undefined, label = (value: string) => value) =>
      (list ?? []).map(({ value, count }) => ({ value, count, label: label(value) }))
    return [
      { key: 'category', label: t('category'), options: counted(facets?.category) },
      { key: 'tag', label: t('tags'), options: counted(facets?.tag) },
      {
        key: 'difficulty',
        label: t('difficulty'),
        options: difficulties.map((value) => ({
          value,
          label: t(`formEditor:draw.difficulties.${value}`),
          count: facets?.difficulty.find((one) => one.value === value)?.count ?? 0,
        })),
      },
      {
        key: 'kind',
        label: t('kind'),
        options: quizKinds.map((value) => ({
          value,
          label: t(`formEditor:kinds.${value}`),
          count: facets?.kind.find((one) => one.value === value)?.count ?? 0,
        })),
      },
      { key: 'archived', label: t('archived'), single: true, options: [{ value: 'true', label: t('archivedOnly') }] },
    ]
  }, [t, facets])
  const columns = useMemo<Column<QuestionRow>[]>(
    () => [
      {
        id: 'title',
        header: t('question'),
        sortable: true,
        fixed: true,
        card: 'title',
        cell: (one) => (
          <Box sx={{ minWidth: 180, maxWidth: 420 }}>
            <Link
              component="button"
              dir="auto"
              onClick={() => setEdited(one.id)}
              sx={{ textAlign: 'start', font: 'inherit', fontWeight: 600, overflowWrap: 'anywhere' }}
            >
              {one.title}
            </Link>
          </Box>
        ),
      },
      { id: 'kind', header: t('kind'), cell: (one) => t(`formEditor:kinds.${one.kind as 'essay'}`) },
      { id: 'category', header: t('category'), sortable: true, cell: (one) => one.category || '–' },
      {
        id: 'tags',
        header: t('tags'),
        cell: (one) => (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
            {one.tags.map((tag) => (
              <Tag key={tag}>{tag}</Tag>
            ))}
          </Box>
        ),
      },
      {
        id: 'difficulty',
        header: t('difficulty'),
        sortable: true,
        cell: (one) => t(`formEditor:draw.difficulties.${one.difficulty}`),
      },
      { id: 'attempts', header: t('attempts'), sortable: true, align: 'end', cell: (one) => one.attempts },
      { id: 'version', header: t('version'), align: 'end', cell: (one) => one.version },
      { id: 'points', header: t('points'), align: 'end', hidden: true, cell: (one) => one.points },
      {
        id: 'forManagers',
        header: t('forManagers'),
        hidden: true,
        cell: (one) => t(one.forManagers ? 'yes' : 'no'),
      },
      {
        id: 'updatedAt',
        header: t('updated'),
        sortable: true,
        cell: (one) => <DateText value={one.updatedAt} format="ago" />,
      },
      {
        id: 'createdAt',
        header: t('created'),
        sortable: true,
        hidden: true,
        cell: (one) => <DateText value={one.createdAt} />,
      },
      { id: 'updatedBy', header: t('updatedBy'), hidden: true, cell: (one) => one.updatedBy || '–' },
    ],
    [t],
  )
  return (
    <ListPage
      title={t('title')}
      text={t('text')}
      standard={bankStandard}
      ask={(list) => {
        asked.current = list
        return askQuestions(list)
      }}
      columns={columns}
      filters={filters}
      rowId={(one) => one.id}
      rowName={(one) => one.title}
      searchLabel={t('search')}
      views={<SavedViews list="questions" />}
      actions={
        <>
          <Button
            startIcon={<ImportIcon />}
            color="inherit"
            loading={take.isPending}
            onClick={() => input.current?.click()}
          >
            {t('file.import')}
          </Button>
          <Button variant="contained" startIcon={<AddIcon />} onClick={() => setEdited('new')}>
            {t('add')}
          </Button>
        </>
      }
      bulkActions={(selected) => (
        <Button
          size="small"
          variant="outlined"
          startIcon={<ExportIcon />}
          loading={give.isPending}
          onClick={() => give.mutate(selected)}
          sx={{ bgcolor: 'background.paper' }}
        >
          {t('file.export')}
        </Button>
      )}
      toolbar={
        refused.length > 0 ? (
          <Alert severity="error" onClose={() => setRefused([])} sx={{ width: '100%' }}>
            {t('file.refused')}
            <Box component="ul" sx={{ m: 0, pl: 2 }}>
              {refused.map((words) => (
                <li key={words}>{words}</li>
              ))}
            </Box>
          </Alert>
        ) : undefined
      }
      empty={<EmptyState title={t('empty')} text={t('emptyText')} />}
    >
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        aria-label={t('file.import')}
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) void readFile(file)
        }}
      />
      {doubtful && (
        <EncodingDialog
          file={doubtful}
          onClose={() => setDoubtful(null)}
          onTake={(text, encoding) => {
            keepEncoding(encoding)
            setDoubtful(null)
            takeText(text, doubtful.name)
          }}
        />
      )}
      {edited !== null && (
        <QuestionDialog
          key={edited}
          {...(edited === 'new' ? {} : { questionId: edited })}
          onClose={() => setEdited(null)}
        />
      )}
    </ListPage>
  )
}

function saveFile(text: string, name: string) {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
