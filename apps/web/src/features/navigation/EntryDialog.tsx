import { isHex, textOn } from '@learnt/contract/contrast'
import {
  hasReadableBadge,
  isKnownNavigation,
  isLinkAddress,
  type NavigationRow,
  navigationLimits,
  navigationTargets,
  SentNavigationRow,
} from '@learnt/contract/navigation'
import { navigationIcons } from '@learnt/contract/standard-navigation'
import { oneLine } from '@learnt/contract/values'
import { useTheme } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { FormDialog } from '../../routes/FormDialog.tsx'
import { FormSelect } from '../../ui/form/FormSelect.tsx'
import { FormSwitch } from '../../ui/form/FormSwitch.tsx'
import { FormText } from '../../ui/form/FormText.tsx'
import { useAppForm } from '../../ui/form/form-state.ts'
import { ColorField } from '../themes/ColorField.tsx'
import { pathOf, placesFor } from './tree.ts'
import { useEntryWords } from './use-entry-words.ts'

const title = oneLine().max(navigationLimits.title)
const { exact, target, badge, badgeBackground, badgeColor } = SentNavigationRow.shape
const own = { exact, target, badge, badgeBackground, badgeColor }
const Fields = z.object({ title, url: z.string(), icon: z.string(), parentId: z.string(), ...own })
const GroupFields = Fields.extend({ title: title.min(1, { error: 'required' }) })
const LinkFields = GroupFields.extend({
  url: z.string().trim().max(navigationLimits.url).refine(isLinkAddress, { error: 'linkAddress' }),
})

/** Words, icon, address and place of one entry. Mounted separately for each. */
export function EntryDialog({
  row,
  rows,
  isNew,
  onApply,
  onClose,
}: {
  row: NavigationRow
  rows: NavigationRow[]
  isNew: boolean
  onApply: (row: NavigationRow) => void
  onClose: () => void
}) {
  const { t } = useTranslation(['settings', 'common'])
  const { nameOf, standardName } = useEntryWords()
  const known = isKnownNavigation(row.id)
  const theme = useTheme()
  const fields = known ? Fields : row.isGroup ? GroupFields : LinkFields
  const form = useAppForm(fields.refine(hasReadableBadge, { error: 'badgeContrast', path: ['badgeColor'] }), {
    defaultValues: { ...row, parentId: row.parentId ?? '' },
  })
  const background = form.watch('badgeBackground') ?? ''
  const places = placesFor(isNew ? [...rows, row] : rows, row.id).map((group) => ({
    value: group.id,
    label: pathOf(rows, group.id)
      .toReversed()
      .map((id) => nameOf(rows.find((one) => one.id === id) ?? { id, title: '' }))
      .join(' › '),
  }))
  const heading = isNew
    ? t(row.isGroup ? 'navigation.dialog.newGroup' : 'navigation.dialog.newLink')
    : t('navigation.dialog.edit', { name: nameOf(row) })
  return (
    <FormDialog
      form={form}
      title={heading}
      submitLabel={t(isNew ? 'navigation.dialog.add' : 'navigation.dialog.apply')}
      isPending={false}
      onSubmit={(values) => onApply({ ...row, ...values, parentId: values.parentId || null })}
      onClose={onClose}
    >
      <FormText
        name="title"
        label={t('navigation.dialog.title')}
        autoFocus
        required={!known}
        {...(known ? { help: t('navigation.dialog.titleHelp'), placeholder: standardName(row.id) } : {})}
        slotProps={{ inputLabel: { shrink: true } }}
      />
      {!known && !row.isGroup && (
        <FormText
          name="url"
          label={t('navigation.dialog.url')}
          help={t('navigation.dialog.urlHelp')}
          required
          slotProps={{ htmlInput: { dir: 'ltr', spellCheck: false } }}
        />
      )}
      <FormSelect
        name="icon"
        label={t('navigation.dialog.icon')}
        options={[
          { value: '', label: t('navigation.dialog.iconOwn') },
          ...navigationIcons.map((icon) => ({ value: icon, label: t(`navigation.icons.${icon}`) })),
        ]}
      />
      {!row.isGroup && (
        <>
          <FormSelect
            name="target"
            label={t('navigation.dialog.target')}
            options={navigationTargets.map((value) => ({
              value,
              label: t(`navigation.dialog.targets.${value || 'usual'}`),
            }))}
          />
          <FormSwitch name="exact" label={t('navigation.dialog.exact')} help={t('navigation.dialog.exactHelp')} />
        </>
      )}
      <FormText name="badge" label={t('navigation.dialog.badge')} help={t('navigation.dialog.badgeHelp')} />
      {form.watch('badge') && (
        <>
          <ColorField
            name="badgeBackground"
            label={t('navigation.dialog.badgeBackground')}
            help={t('navigation.dialog.badgeColorHelp')}
            otherwise={theme.palette.secondary.fill}
          />
          <ColorField
            name="badgeColor"
            label={t('navigation.dialog.badgeColor')}
            help={t('navigation.dialog.badgeColorHelp')}
            otherwise={isHex(background) ? textOn(background) : theme.palette.secondary.onFill}
          />
        </>
      )}
      <FormSelect
        name="parentId"
        label={t('navigation.dialog.parent')}
        options={[{ value: '', label: t('navigation.dialog.top') }, ...places]}
      />
    </FormDialog>
  )
}
