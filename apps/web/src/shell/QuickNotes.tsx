import { cutText } from '@learnt/contract/cut-text'
import type { QuickNote } from '@learnt/contract/quick-panel'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import type { Dispatch, FormEvent, SetStateAction } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../api/operations.ts'
import { useSend } from '../api/queries.ts'
import { problemText } from '../ui/problem-text.ts'
import { showToast, showUndo } from '../ui/toasts.ts'

const longest = 2000

/** What is begun and not saved: a new note, and the change of another. */
export interface NoteDrafts {
  added: string
  changed: { id: string; text: string } | null
}
export const noDrafts: NoteDrafts = { added: '', changed: null }

/** A person's own notes: write, change, throw away. */
export function QuickNotes({
  notes,
  drafts,
  onDrafts,
}: {
  notes: QuickNote[]
  drafts: NoteDrafts
  onDrafts: Dispatch<SetStateAction<NoteDrafts>>
}) {
  const { t } = useTranslation('panels')
  const { t: say } = useTranslation('problems')
  const draft = (part: Partial<NoteDrafts>) => onDrafts((all) => ({ ...all, ...part }))
  const failed = (error: Error) => showToast({ variant: 'error', text: problemText(say, error) })
  const add = useSend(api.quickPanel.addNote, { onError: failed })
  const change = useSend(api.quickPanel.changeNote, { onError: failed, onSuccess: () => draft({ changed: null }) })
  const remove = useSend(api.quickPanel.removeNote, { onError: failed })
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {notes.length === 0 && <Typography color="textSecondary">{t('quick.noNotes')}</Typography>}
      <Box component="ul" aria-label={t('quick.notes')} sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
        {notes.map((note) => (
          <Box
            component="li"
            key={note.id}
            sx={{ p: 1.25, borderRadius: '10px', border: 1, borderColor: 'divider', overflowWrap: 'anywhere' }}
          >
            {drafts.changed?.id === note.id ? (
              <NoteForm
                text={drafts.changed.text}
                onText={(text) => draft({ changed: { id: note.id, text } })}
                busy={change.isPending}
                label={t('quick.changeNote')}
                button={t('quick.save')}
                onCancel={() => draft({ changed: null })}
                onSave={(text) => change.mutate({ params: { noteId: note.id }, body: { text } })}
              />
            ) : (
              <Box sx={{ display: 'flex', gap: 0.5, alignItems: 'flex-start' }}>
                <Typography sx={{ flex: 1, whiteSpace: 'pre-wrap', minWidth: 0 }}>{note.text}</Typography>
                <IconButton
                  size="small"
                  aria-label={t('quick.change', { note: short(note) })}
                  onClick={() => draft({ changed: note })}
                >
                  <EditIcon fontSize="small" />
                </IconButton>
                <IconButton
                  size="small"
                  disabled={remove.isPending}
                  aria-label={t('quick.remove', { note: short(note) })}
                  onClick={() =>
                    remove.mutate(
                      { params: { noteId: note.id } },
                      {
                        onSuccess: () =>
                          showUndo(t('quick.removed'), t('quick.undo'), () =>
                            add.mutate({ body: { text: note.text } }),
                          ),
                      },
                    )
                  }
                >
                  <DeleteIcon fontSize="small" />
                </IconButton>
              </Box>
            )}
          </Box>
        ))}
      </Box>
      <NoteForm
        text={drafts.added}
        onText={(added) => draft({ added })}
        busy={add.isPending}
        label={t('quick.newNote')}
        button={t('quick.add')}
        onSave={(text) =>
          void add.mutateAsync({ body: { text } }).then(
            () => draft({ added: '' }),
            () => {},
          )
        }
      />
    </Box>
  )
}

function NoteForm({
  text,
  onText,
  busy,
  label,
  button,
  onSave,
  onCancel,
}: {
  text: string
  onText: (text: string) => void
  busy: boolean
  label: string
  button: string
  onSave: (text: string) => void
  onCancel?: () => void
}) {
  const { t } = useTranslation('panels')
  const empty = text.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!empty && !busy) onSave(text.trim())
  }
  return (
    <Box component="form" onSubmit={submit} sx={{ display: 'grid', gap: 1 }}>
      <TextField
        multiline
        maxRows={8}
        size="small"
        fullWidth
        label={label}
        value={text}
        onChange={(event) => onText(event.target.value)}
        slotProps={{ htmlInput: { maxLength: longest } }}
      />
      <Box sx={{ display: 'flex', gap: 1, justifyContent: 'flex-end' }}>
        {onCancel && (
          <Button size="small" color="inherit" onClick={onCancel}>
            {t('quick.cancel')}
          </Button>
        )}
        <Button size="small" type="submit" variant="contained" disabled={empty} loading={busy}>
          {button}
        </Button>
      </Box>
    </Box>
  )
}

function short(note: QuickNote): string {
  return note.text.length > 40 ? `${cutText(note.text, 40)}…` : note.text
}
