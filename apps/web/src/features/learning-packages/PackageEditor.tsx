import { documentTypes } from '@learnt/contract/document-kinds'
import type { NamedDocument } from '@learnt/contract/documents'
import type { LearningPackageContent } from '@learnt/contract/learning-packages'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { confirm } from '../../ui/dialogs.ts'
import { formatNumber } from '../../ui/times.ts'
import { ResetFields } from '../cycles/ResetFields.tsx'
import { DetailsForm } from '../documents/DetailsForm.tsx'
import { DocumentSteps } from '../documents/DocumentSteps.tsx'
import { EditorCards } from '../documents/EditorCards.tsx'
import type { ContentEditorProps, EditedDocument } from '../documents/kind.ts'
import { moveItem } from '../documents/move-item.ts'

type Item = LearningPackageContent['items'][number]
/** A package inside a package would only hide what it holds. */
const kinds = documentTypes.filter((type) => type !== 'learningPackage')

/** The items of a learning package beside its details. */
export function PackageEditor({ document, value, onChange, locked }: ContentEditorProps<LearningPackageContent>) {
  const { t, i18n } = useTranslation('learningPackages')
  const required = value.items.filter((item) => item.isRequired).length
  const set = (change: (items: Item[]) => Item[]) =>
    onChange((content) => ({ ...content, items: change(content.items) }))
  const remove = async (item: NamedDocument) => {
    // asked now: a rule may have given it to people since the page was opened
    const people = isPublished(document, item.id)
      ? await call(api.learningPackages.publishPreview, { params: { documentId: document.id } }).then(
          ({ learners }) => learners.assigned,
          () => document.availability.required + document.availability.optional,
        )
      : 0
    const yes =
      people === 0 ||
      (await confirm({
        title: t('remove.title', { title: item.title }),
        text: t('remove.text', { count: people, formatted: formatNumber(people, i18n.language) }),
        confirmLabel: t('remove.yes'),
        danger: true,
      }))
    if (yes) set((items) => items.filter((one) => one.documentId !== item.id))
  }
  return (
    <EditorCards
      details={
        <DetailsForm>
          <ResetFields hasSteps canRenew={false} />
        </DetailsForm>
      }
    >
      <DocumentSteps
        field="items"
        title={t('items.title')}
        text={value.items.length === 0 ? t('items.text') : t('items.progress', { count: required })}
        empty={t('items.empty')}
        addLabel={t('items.add')}
        kinds={kinds}
        ids={value.items.map((item) => item.documentId)}
        onAdd={({ id, type }) =>
          set((items) => [...items, { documentType: type as Item['documentType'], documentId: id, isRequired: true }])
        }
        onMove={(from, to) => set((items) => moveItem(items, from, to))}
        onRemove={(item) => void remove(item)}
      >
        {(item, index) => (
          <TextField
            select
            size="small"
            variant="standard"
            disabled={locked}
            value={value.items[index]?.isRequired === false ? 'optional' : 'required'}
            onChange={(event) =>
              set((items) =>
                items.map((one) =>
                  one.documentId === item.id ? { ...one, isRequired: event.target.value === 'required' } : one,
                ),
              )
            }
            slotProps={{ htmlInput: { 'aria-label': t('items.requiredOf', { title: item.title }) } }}
            sx={{ mt: 0.5, minWidth: 120 }}
          >
            <MenuItem value="required">{t('items.required')}</MenuItem>
            <MenuItem value="optional">{t('items.optional')}</MenuItem>
          </TextField>
        )}
      </DocumentSteps>
    </EditorCards>
  )
}

/** Whether a removed item may be taken from people: it is among what was published, or was in an earlier draft. */
function isPublished({ publishedNumber, documents = [] }: EditedDocument, documentId: string): boolean {
  return publishedNumber !== null && documents.some((one) => one.id === documentId)
}
