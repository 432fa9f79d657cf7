import { certificateLimits, type DesignElement } from '@learnt/contract/certificate-design'
import type { WholeTemplate } from '@learnt/contract/certificates'
import type { StoredFile } from '@learnt/contract/files'
import { findLocale, type Locale, locales } from '@learnt/contract/locales'
import PreviewIcon from '@mui/icons-material/PreviewOutlined'
import RedoIcon from '@mui/icons-material/RedoOutlined'
import SaveIcon from '@mui/icons-material/SaveOutlined'
import UndoIcon from '@mui/icons-material/UndoOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Tooltip from '@mui/material/Tooltip'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { isProblem } from '../../api/problem.ts'
import { useSend } from '../../api/queries.ts'
import { useLeaveGuard } from '../../routes/leave-guard.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { showToast } from '../../ui/toasts.ts'
import { AffectedDialog } from './AffectedDialog.tsx'
import { askTemplate } from './asks.ts'
import { DesignCanvas } from './DesignCanvas.tsx'
import { newElement, turned, withElement, withoutElement } from './design-changes.ts'
import { ElementPanel } from './ElementPanel.tsx'
import { PagePanel } from './PagePanel.tsx'
import { certificatePaths } from './paths.ts'
import { useDesign } from './useDesign.ts'

const PreviewDialog = lazyPart(async () => (await import('./PreviewDialog.tsx')).PreviewDialog)

/** Changes how a certificate looks: the page with its elements, and the settings of the chosen one beside it. */
export function Designer({ template }: { template: WholeTemplate }) {
  const { t, i18n } = useTranslation('certificates')
  const { t: problems } = useTranslation('problems')
  const client = useQueryClient()
  const { design, change, undo, redo } = useDesign(template.design)
  const [saved, setSaved] = useState({ title: template.title, revision: template.revision, design: template.design })
  const [title, setTitle] = useState(template.title)
  const [locale, setLocale] = useState<Locale>(findLocale(i18n.language) ?? 'en')
  const [selected, setSelected] = useState<string | null>(null)
  const [files, setFiles] = useState<readonly StoredFile[]>(template.files)
  const [open, setOpen] = useState<'preview' | 'affected' | null>(null)
  const isDirty = design !== saved.design || title !== saved.title
  useLeaveGuard(isDirty)
  const addresses = useMemo(() => new Map(files.map((file) => [file.id, file.url])), [files])
  const save = useSend(api.certificates.templates.save, {
    onSuccess: (reply, { body }) => {
      setSaved({ title: body.title, revision: reply.revision, design: body.design })
      client.setQueryData(askTemplate(template.id).queryKey, reply)
      setOpen(null)
      showToast({ variant: 'success', text: t('design.saved', { version: reply.revision }) })
    },
    onError: () => setOpen(null),
  })
  const send = () =>
    save.mutate({
      params: { templateId: template.id },
      body: { title: title.trim(), revision: saved.revision, design },
    })
  const errors = isProblem(save.error) ? save.error.errors : []
  const element = design.elements.find((one) => one.id === selected) ?? null
  const place = design.elements.findIndex((one) => one.id === selected)
  const changeElement = (id: string, next: Partial<DesignElement>, isStep = false) =>
    change((before) => withElement(before, id, next), isStep)
  const remove = (id: string) => {
    change((before) => withoutElement(before, id))
    setSelected(null)
  }
  const add = (kind: DesignElement['kind']) => {
    const added = newElement(design, kind, t('design.newText'))
    change((before) => ({ ...before, elements: [...before.elements, added] }))
    setSelected(added.id)
  }
  const keep = (file: StoredFile | null) => {
    if (file) setFiles((before) => [...before, file])
    return file?.id ?? null
  }
  const values = useMemo(
    () => ({
      name: t('example.name'),
      preferredName: t('example.name'),
      title: t('example.title'),
      date: t('example.date'),
      validUntil: t('example.validUntil'),
      serial: 'LC-4F7K-92QX-0M',
      score: t('example.score'),
      issuer: t('example.issuer'),
    }),
    [t],
  )
  return (
    <>
      <PageHeader
        title={saved.title}
        kicker={t('templates.one')}
        back={{ href: certificatePaths.certificates('admin'), label: t('title') }}
        actions={
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            <Button variant="outlined" startIcon={<PreviewIcon />} onClick={() => setOpen('preview')}>
              {t('design.preview')}
            </Button>
            <Button
              variant="contained"
              startIcon={<SaveIcon />}
              disabled={!isDirty || title.trim() === ''}
              loading={save.isPending}
              onClick={() => (template.documents + template.issued > 0 ? setOpen('affected') : send())}
            >
              {t('design.save')}
            </Button>
          </Box>
        }
      />
      {save.error && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {isProblem(save.error, 'stale')
            ? t('design.stale')
            : (errors[0]?.message ?? problemText(problems, save.error))}
        </Alert>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center', mb: 2 }}>
        <TextField
          size="small"
          label={t('templates.name')}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
          error={title.trim() === ''}
          slotProps={{ htmlInput: { maxLength: certificateLimits.title } }}
          sx={{ minWidth: 220 }}
        />
        <ToggleButtonGroup
          exclusive
          size="small"
          value={locale}
          onChange={(_, next: Locale | null) => next && setLocale(next)}
          aria-label={t('design.language')}
        >
          {locales.map((one) => (
            <ToggleButton key={one} value={one}>
              {t(`languages.${one}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <Box>
          <Tooltip title={t('design.undo')}>
            <span>
              <IconButton aria-label={t('design.undo')} disabled={!undo} onClick={() => undo?.()}>
                <UndoIcon />
              </IconButton>
            </span>
          </Tooltip>
          <Tooltip title={t('design.redo')}>
            <span>
              <IconButton aria-label={t('design.redo')} disabled={!redo} onClick={() => redo?.()}>
                <RedoIcon />
              </IconButton>
            </span>
          </Tooltip>
        </Box>
        <Box role="group" aria-label={t('design.add')} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {(['text', 'picture', 'signature', 'qr'] as const).map((kind) => (
            <Button key={kind} size="small" variant="outlined" color="inherit" onClick={() => add(kind)}>
              {t(`design.addKind.${kind}`)}
            </Button>
          ))}
        </Box>
      </Box>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 320px' } }}>
        <DesignCanvas
          design={design}
          locale={locale}
          values={values}
          addresses={addresses}
          selected={selected}
          onSelect={setSelected}
          onChange={changeElement}
          onRemove={remove}
        />
        <Card component="section" aria-label={t('design.settings')} sx={{ p: 2, alignSelf: 'start' }}>
          {element ? (
            <ElementPanel
              element={element}
              locale={locale}
              error={errors.find(({ path }) => path === `body.design.elements.${place}.texts.${locale}`)?.message}
              onChange={(next, isStep) => changeElement(element.id, next, isStep)}
              onPicture={(file) => changeElement(element.id, { fileId: keep(file) })}
              onRemove={() => remove(element.id)}
            />
          ) : (
            <PagePanel
              design={design}
              onChange={(next, isStep) =>
                change((before) => ({ ...before, background: { ...before.background, ...next } }), isStep)
              }
              onOrientation={(orientation) => change((before) => turned(before, orientation))}
              onPicture={(file) => {
                const fileId = keep(file)
                change((before) => ({ ...before, background: { ...before.background, fileId } }))
              }}
            />
          )}
        </Card>
      </Box>
      {open === 'preview' && <PreviewDialog design={design} locale={locale} onClose={() => setOpen(null)} />}
      {open === 'affected' && (
        <AffectedDialog
          of={{ templateId: template.id }}
          isBusy={save.isPending}
          confirmLabel={t('design.save')}
          onConfirm={send}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}
