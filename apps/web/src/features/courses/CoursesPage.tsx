import { availabilities, type CourseRow } from '@learnt/contract/courses'
import { publicationStates } from '@learnt/contract/states'
import AddIcon from '@mui/icons-material/Add'
import ArchiveIcon from '@mui/icons-material/ArchiveOutlined'
import CopyIcon from '@mui/icons-material/ContentCopyOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import PeopleIcon from '@mui/icons-material/GroupOutlined'
import PreviewIcon from '@mui/icons-material/PreviewOutlined'
import RestoreIcon from '@mui/icons-material/UnarchiveOutlined'
import WithdrawIcon from '@mui/icons-material/VisibilityOffOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../api/LiveProvider.tsx'
import { readList } from '../../lists/address.ts'
import { SavedViews } from '../../lists/SavedViews.tsx'
import { useListState } from '../../lists/useListState.ts'
import { askViews } from '../../lists/views-ask.ts'
import { paths } from '../../routes/paths.ts'
import type { Loader } from '../../routes/route-book.ts'
import type { ActionItem } from '../../ui/ActionMenu.tsx'
import { AppLink } from '../../ui/AppLink.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { StateChip } from '../../ui/StateChip.tsx'
import type { Column, ListFilter } from '../../ui/table/Column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { AvailabilityText } from './AvailabilityText.tsx'
import { askCourseFacets, askCourses, coursesStandard } from './asks.ts'
import { CourseImage } from './CourseImage.tsx'
import { CreateCourseDialog } from './CreateCourseDialog.tsx'
import { bulkActions, useBulk } from './useBulk.ts'
import { useCourseActions } from './useCourseActions.ts'

export const loader: Loader = ({ client, search }) =>
  Promise.all([
    client.prefetchQuery(askCourses(readList(search, coursesStandard))),
    client.prefetchQuery(askCourseFacets()),
    client.prefetchQuery(askViews('courses')),
  ])

/** Courses and bundles of the tenant. */
export function CoursesPage() {
  const { t } = useTranslation(['courses', 'common'])
  const [list, changeList] = useListState(coursesStandard)
  const [creating, setCreating] = useState(false)
  const actions = useCourseActions()
  const bulk = useBulk()
  useLive('courses')
  const courses = useQuery({ ...askCourses(list), placeholderData: keepPreviousData })
  const facets = useQuery({ ...askCourseFacets(), placeholderData: keepPreviousData })
  const counts = facets.data
  const filters = useMemo<ListFilter[]>(() => {
    const countOf = (name: 'status' | 'availability' | 'isBundle', value: string) =>
      counts ? { count: counts[name].find((one) => one.value === value)?.count ?? 0 } : {}
    return [
      {
        key: 'status',
        label: t('columns.status'),
        options: publicationStates.map((value) => ({
          value,
          label: t(`common:states.publication.${value}`),
          ...countOf('status', value),
        })),
      },
      {
        key: 'availability',
        label: t('columns.availability'),
        options: availabilities.map((value) => ({
          value,
          label: t(`availability.${value}`),
          ...countOf('availability', value),
        })),
      },
      {
        key: 'isBundle',
        label: t('columns.isBundle'),
        single: true,
        options: ['false', 'true'].map((value) => ({
          value,
          label: t(value === 'true' ? 'kind.bundle' : 'kind.course'),
          ...countOf('isBundle', value),
        })),
      },
      {
        key: 'category',
        label: t('columns.category'),
        loading: facets.isPending,
        options: (counts?.category ?? []).filter((one) => one.value).map((one) => ({ ...one, label: one.value })),
      },
      {
        key: 'tag',
        label: t('columns.tags'),
        loading: facets.isPending,
        options: (counts?.tag ?? []).filter((one) => one.value).map((one) => ({ ...one, label: one.value })),
      },
    ]
  }, [t, counts, facets.isPending])
  const columns = useMemo<Column<CourseRow>[]>(
    () => [
      {
        id: 'imageSmall',
        header: t('columns.imageSmall'),
        width: 80,
        card: 'image',
        cell: (course) => (
          <CourseImage
            src={course.imageSmall}
            isBundle={course.isBundle}
            sx={{ width: 64, aspectRatio: '16 / 9', borderRadius: '8px' }}
          />
        ),
      },
      {
        id: 'title',
        header: t('columns.title'),
        sortable: true,
        fixed: true,
        card: 'title',
        cell: (course) => (
          <Box sx={{ minWidth: 150, maxWidth: 420 }}>
            <AppLink href={paths.courseEditor(course.id)} sx={{ overflowWrap: 'anywhere' }}>
              {course.title}
            </AppLink>
            <Typography variant="caption" component="p" color="textSecondary">
              {course.isBundle
                ? t('list.courses', { count: course.activityCount })
                : t('outline.steps', { count: course.activityCount })}
            </Typography>
          </Box>
        ),
      },
      {
        id: 'availability',
        header: t('columns.availability'),
        sortable: true,
        cell: (course) => <AvailabilityText availability={course.availability} status={course.status} />,
      },
      {
        id: 'status',
        header: t('columns.status'),
        sortable: true,
        cell: (course) => <StateChip kind="publication" state={course.status} />,
      },
      {
        id: 'createdAt',
        header: t('columns.createdAt'),
        sortable: true,
        cell: (course) => <DateText value={course.createdAt} />,
      },
      {
        id: 'isBundle',
        header: t('columns.isBundle'),
        sortable: true,
        cell: (course) => t(course.isBundle ? 'kind.bundle' : 'kind.course'),
      },
      { id: 'category', header: t('columns.category'), sortable: true, cell: (course) => course.category || '–' },
      {
        id: 'tags',
        header: t('columns.tags'),
        cell: (course) => (
          <Typography
            variant="body2"
            component="span"
            title={course.tags.join(', ')}
            sx={{
              minWidth: 96,
              maxWidth: 200,
              display: '-webkit-box',
              WebkitLineClamp: 2,
              WebkitBoxOrient: 'vertical',
              overflow: 'hidden',
              overflowWrap: 'anywhere',
            }}
          >
            {course.tags.length > 0 ? course.tags.join(', ') : '–'}
          </Typography>
        ),
      },
      {
        id: 'updatedAt',
        header: t('columns.updatedAt'),
        sortable: true,
        hidden: true,
        cell: (course) => <DateText value={course.updatedAt} format="ago" />,
      },
    ],
    [t],
  )
  const rowActions = (course: CourseRow): ActionItem[] => [
    { id: 'edit', label: t('actions.edit'), icon: <EditIcon fontSize="small" />, href: paths.courseEditor(course.id) },
    {
      id: 'preview',
      label: t('actions.preview'),
      icon: <PreviewIcon fontSize="small" />,
      href: paths.coursePreview(course.id),
    },
    {
      id: 'people',
      label: t('actions.people'),
      icon: <PeopleIcon fontSize="small" />,
      href: `${paths.courseEditor(course.id)}?tab=people`,
    },
    {
      id: 'duplicate',
      label: t('actions.duplicate'),
      icon: <CopyIcon fontSize="small" />,
      reason: course.can.duplicate,
      run: () => actions.duplicate(course),
    },
    {
      id: 'withdraw',
      label: t('actions.withdraw'),
      icon: <WithdrawIcon fontSize="small" />,
      reason: course.can.withdraw,
      dividerBefore: true,
      run: () => void actions.withdraw(course),
    },
    course.status === 'archived'
      ? {
          id: 'restore',
          label: t('actions.restore'),
          icon: <RestoreIcon fontSize="small" />,
          reason: course.can.restore,
          run: () => actions.restore(course),
        }
      : {
          id: 'archive',
          label: t('actions.archive'),
          icon: <ArchiveIcon fontSize="small" />,
          reason: course.can.archive,
          run: () => actions.archive(course),
        },
  ]
  const createButton = (
    <Button variant="contained" startIcon={<AddIcon />} onClick={() => setCreating(true)}>
      {t('create.open')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('list.title')} text={t('list.text')} actions={createButton} />
      <DataTable
        label={t('list.title')}
        columns={columns}
        query={courses}
        state={list}
        onChange={changeList}
        rowId={(course) => course.id}
        rowName={(course) => course.title}
        rowActions={rowActions}
        filters={filters}
        searchLabel={t('list.search')}
        views={<SavedViews list="courses" />}
        empty={<EmptyState title={t('list.empty')} text={t('list.emptyText')} action={createButton} />}
        bulkActions={(selected, clear) =>
          bulkActions.map((action) => (
            <Button
              key={action}
              size="small"
              variant="outlined"
              disabled={bulk.busy}
              onClick={() => void bulk.run(action, selected, list, clear)}
              sx={{ bgcolor: 'background.paper' }}
            >
              {t(`actions.${action}`)}
            </Button>
          ))
        }
      />
      {creating && <CreateCourseDialog onClose={() => setCreating(false)} />}
      {bulk.result && (
        <Dialog open onClose={bulk.closeResult} maxWidth="sm" fullWidth aria-labelledby="bulk-result">
          <DialogTitle id="bulk-result">{t('bulk.resultTitle')}</DialogTitle>
          <DialogContent tabIndex={0}>
            <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
              {t('bulk.resultText')}
            </Typography>
            <Box component="ul" sx={{ m: 0, paddingInlineStart: 2.5 }}>
              {bulk.result.reasons.map((reason) => (
                <Typography component="li" variant="body2" key={reason}>
                  {reason}
                </Typography>
              ))}
            </Box>
          </DialogContent>
          <DialogActions>
            <Button onClick={bulk.closeResult}>{t('common:actions.close')}</Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  )
}
