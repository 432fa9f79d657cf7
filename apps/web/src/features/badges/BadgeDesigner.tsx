import { badgeLimits } from '@learnt/contract/badge-design'
import { type BadgeDesign, badgeShapes, badgeSymbols } from '@learnt/contract/badge-picture'
import type { WholeBadge } from '@learnt/contract/badges'
import type { StoredFile } from '@learnt/contract/files'
import RedoIcon from '@mui/icons-material/RedoOutlined'
import SaveIcon from '@mui/icons-material/SaveOutlined'
import UndoIcon from '@mui/icons-material/UndoOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { isProblem } from '../../api/problem.ts'
import { useSend } from '../../api/queries.ts'
import { useLeaveGuard } from '../../routes/leave-guard.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { fieldText, problemText } from '../../ui/problem-text.ts'
import { showToast } from '../../ui/toasts.ts'
import { readWhole, WholeNumberField } from '../../ui/WholeNumberField.tsx'
import { ColorField } from '../certificates/ColorField.tsx'
import { PictureField } from '../certificates/PictureField.tsx'
import { useDesign } from '../certificates/useDesign.ts'
import { askBadge } from './asks.ts'
import { BadgePicture } from './BadgePicture.tsx'
import { BadgeTextsFields } from './BadgeTextsFields.tsx'
import { ContrastHint } from './ContrastHint.tsx'
import { LookChoice } from './LookChoice.tsx'
import { badgePaths } from './paths.ts'

interface Draft extends Pick<WholeBadge, 'title' | 'description' | 'criteria' | 'design'> {
  /** As it stands in the field. */
  months: string
}

const draftOf = (badge: WholeBadge): Draft => ({
  title: badge.title,
  months: badge.validMonths === null ? '' : String(badge.validMonths),
  description: badge.description,
  criteria: badge.criteria,
  design: badge.design,
})

/** Changes how a badge looks and what it says; what was awarded keeps its look and its words. */
export function BadgeDesigner({ badge, tabs }: { badge: WholeBadge; tabs: ReactNode }) {
  const { t } = useTranslation('badges')
  const { t: problems } = useTranslation('problems')
  const client = useQueryClient()
  const [saved, setSaved] = useState(() => ({ draft: draftOf(badge), revision: badge.revision }))
  const { design: draft, change, undo, redo } = useDesign(saved.draft)
  const [files, setFiles] = useState<readonly StoredFile[]>(badge.file ? [badge.file] : [])
  const lastField = useRef('')
  /** What is on its way: whatever is changed meanwhile is not saved yet. */
  const sent = useRef(saved.draft)
  const isDirty = draft !== saved.draft && JSON.stringify(draft) !== JSON.stringify(saved.draft)
  useLeaveGuard(isDirty)
  const save = useSend(api.badges.save, {
    outdates: [],
    onSuccess: (reply) => {
      setSaved({ draft: sent.current, revision: reply.revision })
      client.setQueryData(askBadge(badge.id).queryKey, reply)
      // the open designer goes on with what it has
      void client.invalidateQueries({ queryKey: ['badges'], predicate: ({ queryKey }) => queryKey[1] !== 'get' })
      showToast({ variant: 'success', text: t('design.saved') })
    },
  })
  /** Changes of the same field in a row are one step of Undo. */
  const set = (next: Partial<Draft>, field: string) => {
    change((before) => ({ ...before, ...next }), lastField.current === field)
    lastField.current = field
  }
  const look = (next: Partial<BadgeDesign>, field: string) => set({ design: { ...draft.design, ...next } }, field)
  const turn = (way: (() => void) | null) => {
    lastField.current = ''
    way?.()
  }
  const months = readWhole(draft.months, 1, badgeLimits.months)
  const isTitleMissing = draft.title.trim() === ''
  const errors = isProblem(save.error) ? save.error.errors : []
  const complaint = (field: string) => errors.find(({ path }) => path.replace(/^body\./, '').startsWith(field))?.message
  const send = () => {
    if (months === undefined || isTitleMissing) return
    sent.current = draft
    save.mutate({
      params: { badgeId: badge.id },
      body: {
        title: draft.title.trim(),
        revision: saved.revision,
        validMonths: months,
        description: draft.description,
        criteria: draft.criteria,
        design: draft.design,
      },
    })
  }
  const { design } = draft
  const picture = files.find(({ id }) => id === design.fileId)?.url ?? null
  const label = t('design.pictureOf', { title: draft.title })
  const [known] = ['title', 'validMonths', 'description', 'criteria', 'design'].flatMap((one) => complaint(one) ?? [])
  return (
    <>
      <PageHeader
        title={saved.draft.title}
        kicker={t('one')}
        text={badge.state === 'archived' ? t('archivedText') : undefined}
        back={{ href: badgePaths.badges, label: t('title') }}
        actions={
          <>
            <Tooltip title={t('design.undo')}>
              <span>
                <IconButton aria-label={t('design.undo')} disabled={!undo} onClick={() => turn(undo)}>
                  <UndoIcon />
                </IconButton>
              </span>
            </Tooltip>
            <Tooltip title={t('design.redo')}>
              <span>
                <IconButton aria-label={t('design.redo')} disabled={!redo} onClick={() => turn(redo)}>
                  <RedoIcon />
                </IconButton>
              </span>
            </Tooltip>
            <ActionButton
              variant="contained"
              startIcon={<SaveIcon />}
              loading={save.isPending}
              reason={badge.can.save ?? null}
              reasonWords={isDirty ? undefined : t('design.unchanged')}
              onClick={send}
            >
              {t('design.save')}
            </ActionButton>
          </>
        }
      />
      {tabs}
      {save.error && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {isProblem(save.error, 'stale') ? t('design.stale') : (known ?? problemText(problems, save.error))}
        </Alert>
      )}
      <Box
        role="tabpanel"
        id="panel-design"
        aria-labelledby="tab-design"
        sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 320px' } }}
      >
        <Box sx={{ display: 'grid', gap: 2, alignContent: 'start', order: { xs: 1, lg: 0 } }}>
          <Card
            component="section"
            aria-labelledby="badge-look"
            sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 2.5 }}
          >
            <Typography id="badge-look" variant="h2">
              {t('design.look')}
            </Typography>
            <LookChoice
              label={t('design.shape')}
              values={badgeShapes}
              value={design.shape}
              nameOf={(shape) => t(`shapes.${shape}`)}
              designOf={(shape) => ({ ...design, shape, text: '', fileId: null, symbol: 'none' })}
              onChange={(shape) => look({ shape }, 'shape')}
            />
            {design.fileId === null && (
              <>
                <LookChoice
                  label={t('design.symbol')}
                  values={badgeSymbols}
                  value={design.symbol}
                  nameOf={(symbol) => t(`symbols.${symbol}`)}
                  designOf={(symbol) => ({ ...design, symbol, text: '' })}
                  onChange={(symbol) => look({ symbol }, 'symbol')}
                />
                <TextField
                  label={t('design.text')}
                  value={design.text}
                  onChange={(event) => look({ text: event.target.value }, 'text')}
                  helperText={t('design.textHelp', { count: badgeLimits.text })}
                  slotProps={{ htmlInput: { maxLength: badgeLimits.text, dir: 'auto' } }}
                />
              </>
            )}
            <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fit, minmax(140px, 1fr))' }}>
              {(design.fileId === null ? (['fill', 'border', 'ink'] as const) : (['fill', 'border'] as const)).map(
                (one) => (
                  <ColorField
                    key={one}
                    label={t(`design.colors.${one}`)}
                    value={design[one]}
                    onChange={(color) => look({ [one]: color }, one)}
                  />
                ),
              )}
            </Box>
            {design.fileId === null && (design.text !== '' || design.symbol !== 'none') && (
              <ContrastHint design={design} onInk={(ink) => look({ ink }, 'hint')} />
            )}
            <PictureField
              label={t('design.picture')}
              hasPicture={design.fileId !== null}
              onPicture={(file) => {
                if (file) setFiles((before) => [...before, file])
                look({ fileId: file?.id ?? null }, `file ${file?.id}`)
              }}
            />
          </Card>
          <Card
            component="section"
            aria-labelledby="badge-words"
            sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 2.5 }}
          >
            <Typography id="badge-words" variant="h2">
              {t('design.words')}
            </Typography>
            <TextField
              required
              label={t('list.name')}
              value={draft.title}
              onChange={(event) => set({ title: event.target.value }, 'title')}
              error={isTitleMissing || Boolean(complaint('title'))}
              helperText={isTitleMissing ? fieldText(problems, 'required') : (complaint('title') ?? t('list.nameHelp'))}
              slotProps={{ htmlInput: { maxLength: badgeLimits.title, dir: 'auto' } }}
            />
            <BadgeTextsFields
              description={draft.description}
              criteria={draft.criteria}
              complaint={complaint}
              onChange={(next, field) => set(next, field)}
            />
            <Box sx={{ display: 'grid', maxWidth: 320 }}>
              <WholeNumberField
                label={t('design.months')}
                help={t('design.monthsHelp')}
                value={draft.months}
                onChange={(value) => set({ months: value }, 'months')}
                wrong={
                  months === undefined
                    ? t('design.monthsWrong', { to: badgeLimits.months })
                    : (complaint('validMonths') ?? null)
                }
              />
            </Box>
          </Card>
        </Box>
        <Card
          component="section"
          aria-label={t('design.preview')}
          sx={{
            p: 2,
            alignSelf: 'start',
            position: { lg: 'sticky' },
            top: { lg: 'calc(var(--toolbar-bottom, 64px) + 16px)' },
            display: 'grid',
            justifyItems: 'center',
            gap: 2,
          }}
        >
          <BadgePicture design={design} picture={picture} label={label} size={220} />
          <Typography variant="h3" component="p" dir="auto" sx={{ overflowWrap: 'anywhere', textAlign: 'center' }}>
            {draft.title}
          </Typography>
          <Box aria-hidden sx={{ display: 'flex', gap: 1.5 }}>
            {['#ffffff', '#121212'].map((ground) => (
              <Box
                key={ground}
                sx={{ p: 1.5, borderRadius: '10px', border: 1, borderColor: 'divider' }}
                style={{ backgroundColor: ground }}
              >
                <BadgePicture design={design} picture={picture} label="" size={56} />
              </Box>
            ))}
          </Box>
          <Typography variant="body2" color="textSecondary" sx={{ textAlign: 'center' }}>
            {t('design.kept')}
          </Typography>
        </Card>
      </Box>
    </>
  )
}
