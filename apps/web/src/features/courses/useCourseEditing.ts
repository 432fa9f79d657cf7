import type { Course } from '@learnt/contract/courses'
import type { StoredFile } from '@learnt/contract/files'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirm } from '../../ui/dialogs.ts'
import { problemText } from '../../ui/problem-text.ts'
import { changeActivity, findActivity } from './content.ts'
import type { Editing } from './editing.ts'
import type { ImportedPackage } from './package-report.ts'
import { createUploads } from './uploads.ts'
import { type Draft, useDraft } from './useDraft.ts'

/** The draft of a course with its files, packages and uploads: what both editors stand on. */
export function useCourseEditing(course: Course): { draft: Draft; editing: Editing } {
  const { t } = useTranslation(['common', 'courses'])
  const { t: problems } = useTranslation('problems')
  const draft = useDraft(course)
  const [files, setFiles] = useState<ReadonlyMap<string, StoredFile>>(new Map())
  const [packages, setPackages] = useState<ReadonlyMap<string, ImportedPackage>>(new Map())
  const words = useRef({ lost: t('files.lost'), failed: (error: unknown) => problemText(problems, error) })
  const [uploads] = useState(() => createUploads(words.current))
  useEffect(() => () => uploads.stop(), [uploads])
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname || !uploads.isBusy()) return false
      return !(await confirm({
        title: t('courses:files.leave'),
        text: t('courses:files.leaveText'),
        confirmLabel: t('form.leaveYes'),
        cancelLabel: t('form.stay'),
        danger: true,
      }))
    },
    enableBeforeUnload: () => uploads.isBusy(),
  })
  const { keeper } = draft
  const { content, errors, status } = draft.state
  const editing = useMemo<Editing>(
    () => ({
      course,
      content,
      errors,
      locked: status === 'archived' || Boolean(course.can.edit),
      edit: keeper.edit,
      editActivity: (activity, change) =>
        keeper.edit((now) => {
          const present = findActivity(now, activity.id)
          return present?.kind === activity.kind
            ? changeActivity(now, { ...present, ...change } as typeof present)
            : now
        }),
      // an address of the server is fresher than one of an upload an hour ago
      findFile: (fileId) =>
        fileId ? (course.files.find((file) => file.id === fileId) ?? files.get(fileId)) : undefined,
      findPackage: (packageId) =>
        packageId ? (course.packages.find((one) => one.id === packageId) ?? packages.get(packageId)) : undefined,
      rememberFile: (file) => setFiles((before) => new Map([...before, [file.id, file]])),
      rememberPackage: (imported) => setPackages((before) => new Map([...before, [imported.id, imported]])),
      uploads,
    }),
    [course, content, errors, status, keeper, files, packages, uploads],
  )
  return { draft, editing }
}
