import type { StoredFile } from '@learnt/contract/files'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOf, call } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { isProblem } from '../../api/problem.ts'
import { startUpload } from '../../ui/upload.ts'
import type { FormServices } from './fields/field-props.ts'

/** Files and people for the fields of an open form; without a submission nothing can be uploaded. */
export function useFormServices(files: readonly StoredFile[], submissionId: string | null): FormServices {
  const { t } = useTranslation('myForms')
  const [added, setAdded] = useState<Readonly<Record<string, string>>>({})
  return useMemo(() => {
    const addresses = new Map(files.map((file) => [file.id, file.url]))
    const fileAddress = (fileId: string) => added[fileId] ?? addresses.get(fileId) ?? ''
    if (submissionId === null) return { fileAddress }
    return {
      fileAddress,
      upload: async (field, file, onProgress) => {
        const uploadId = await new Promise<string>((resolve, reject) => {
          void startUpload(addressOf(api.files.create), file, {
            onProgress: (sent) => onProgress(file.size > 0 ? Math.floor((sent / file.size) * 100) : 100),
            onFailed: (reason) => reject(new Error(reason || t('uploadLost'))),
            onDone: resolve,
          })
        })
        try {
          const stored = await call(api.forms.adoptFile, { params: { submissionId }, body: { uploadId, field } })
          setAdded((before) => ({ ...before, [stored.id]: stored.url }))
          return { fileId: stored.id, name: stored.name, size: stored.size }
        } catch (error) {
          const said = isProblem(error) ? error.errors.map(({ message }) => message).join(' ') : ''
          throw new Error(said || (error instanceof Error ? error.message : t('uploadLost')))
        }
      },
      findPeople: async (search, signal) => {
        if (search.length < 2) return { items: [], shows: 'name' }
        return call(api.forms.findPeople, { params: { submissionId }, query: { search } }, { signal })
      },
    }
  }, [files, added, submissionId, t])
}
