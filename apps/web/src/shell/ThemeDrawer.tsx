import { type LayoutSettings, layoutModes, layoutStyles, usualLayout } from '@learnt/contract/layout'
import { sizes } from '@learnt/contract/measures'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../api/SessionProvider.tsx'
import type { LayoutChange } from '../routes/route-book.ts'
import { showToast } from '../ui/toasts.ts'
import { LayoutPicture } from './LayoutPicture.tsx'
import { merge } from './layout.ts'
import type { SidePanelProps } from './panels.ts'
import { SideDrawer } from './SideDrawer.tsx'
import { ThemeChoices } from './ThemeChoices.tsx'

/** Layout and themes of the pages, shown at once and kept on the account. */
export function ThemeDrawer({ open, onClose }: SidePanelProps) {
  const { t } = useTranslation('panels')
  const { preferences, prefer } = useSession()
  const { layout, direction } = preferences
  const keep = (change: Parameters<typeof prefer>[0]) =>
    prefer(change).catch(() => showToast({ variant: 'error', text: t('theme.failed') }))
  const arrange = (change: LayoutChange) => void keep({ layout: merge(layout, change) })
  const across = layout.style !== 'layout1'
  // a container is what holds the bars' content where the navigation runs across
  const modes = layoutModes.filter((mode) => across || mode !== 'container')
  return (
    <SideDrawer open={open} onClose={onClose} title={t('theme.title')} width={sizes.themePanel}>
      <Part title={t('theme.look')}>
        <Choice
          label={t('theme.scheme')}
          value={preferences.colorScheme}
          options={(['light', 'dark', 'system'] as const).map((value) => ({
            value,
            label: t(`theme.schemes.${value}`),
          }))}
          onChange={(colorScheme) => void keep({ colorScheme })}
        />
        <ThemeChoices onKeep={(change) => void keep(change)} />
      </Part>
      <Part title={t('theme.style')}>
        <ToggleButtonGroup
          exclusive
          fullWidth
          color="primary"
          aria-label={t('theme.style')}
          value={layout.style}
          onChange={(_, style: LayoutSettings['style'] | null) =>
            style &&
            arrange({
              style,
              // where each layout has its toolbar, until it is put elsewhere
              toolbar: { position: style === 'layout2' ? 'above' : 'below' },
              ...(style === 'layout1' && layout.mode === 'container' ? { mode: 'boxed' } : {}),
            })
          }
        >
          {layoutStyles.map((style) => (
            <ToggleButton key={style} value={style} sx={{ flexDirection: 'column', gap: 0.75, py: 1.25 }}>
              <LayoutPicture style={style} />
              {t(`theme.styles.${style}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <Choice
          label={t('theme.mode')}
          value={layout.mode}
          options={modes.map((value) => ({ value, label: t(`theme.modes.${value}`) }))}
          onChange={(mode) => arrange({ mode })}
        />
        {!across && (
          <Choice
            label={t('theme.scroll')}
            value={layout.scroll}
            options={(['content', 'body'] as const).map((value) => ({ value, label: t(`theme.scrolls.${value}`) }))}
            onChange={(scroll) => arrange({ scroll })}
          />
        )}
      </Part>
      <Part title={t('theme.navbar')}>
        <Toggle
          label={t('theme.shown')}
          on={layout.navbar.display}
          onChange={(display) => arrange({ navbar: { display } })}
        />
        {!across && (
          <>
            <Toggle
              label={t('theme.folded')}
              on={preferences.navbarFolded}
              onChange={(navbarFolded) => void keep({ navbarFolded })}
            />
            <Choice
              label={t('theme.position')}
              value={layout.navbar.position}
              options={(['left', 'right'] as const).map((value) => ({ value, label: t(`theme.navbarAt.${value}`) }))}
              onChange={(position) => arrange({ navbar: { position } })}
            />
          </>
        )}
      </Part>
      <Part title={t('theme.toolbar')}>
        <Toggle
          label={t('theme.shown')}
          on={layout.toolbar.display}
          onChange={(display) => arrange({ toolbar: { display } })}
        />
        <Choice
          label={t('theme.barStyle')}
          value={layout.toolbar.style}
          options={(['fixed', 'static'] as const).map((value) => ({ value, label: t(`theme.barStyles.${value}`) }))}
          onChange={(style) => arrange({ toolbar: { style } })}
        />
        <Choice
          label={t('theme.position')}
          value={layout.toolbar.position}
          options={(['above', 'below'] as const).map((value) => ({ value, label: t(`theme.toolbarAt.${value}`) }))}
          onChange={(position) => arrange({ toolbar: { position } })}
        />
      </Part>
      <Part title={t('theme.footer')}>
        <Toggle
          label={t('theme.shown')}
          on={layout.footer.display}
          onChange={(display) => arrange({ footer: { display } })}
        />
        <Choice
          label={t('theme.barStyle')}
          value={layout.footer.style}
          options={(['fixed', 'static'] as const).map((value) => ({ value, label: t(`theme.barStyles.${value}`) }))}
          onChange={(style) => arrange({ footer: { style } })}
        />
      </Part>
      <Part title={t('theme.sides')}>
        <Toggle
          label={t('theme.left')}
          on={layout.leftSidePanel.display}
          onChange={(display) => arrange({ leftSidePanel: { display } })}
        />
        <Toggle
          label={t('theme.right')}
          on={layout.rightSidePanel.display}
          onChange={(display) => arrange({ rightSidePanel: { display } })}
        />
      </Part>
      <Part title={t('theme.more')}>
        <Toggle
          label={t('theme.scrollbars')}
          on={preferences.customScrollbars}
          onChange={(customScrollbars) => void keep({ customScrollbars })}
        />
        <Choice
          label={t('theme.direction')}
          value={direction ?? 'language'}
          options={(['language', 'ltr', 'rtl'] as const).map((value) => ({
            value,
            label: t(`theme.directions.${value}`),
          }))}
          onChange={(value) => void keep({ direction: value === 'language' ? null : value })}
        />
      </Part>
      <Button
        variant="outlined"
        color="inherit"
        fullWidth
        sx={{ mb: 1 }}
        onClick={() =>
          void keep({
            layout: usualLayout,
            colorScheme: 'system',
            theme: null,
            barThemes: { navbar: null, toolbar: null, footer: null },
            customScrollbars: true,
            direction: null,
            navbarFolded: false,
          })
        }
      >
        {t('theme.reset')}
      </Button>
    </SideDrawer>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: 'grid', gap: 1.25, mb: 3 }}>
      <Typography id={id} variant="h3">
        {title}
      </Typography>
      {children}
    </Box>
  )
}

function Toggle({ label, on, onChange }: { label: string; on: boolean; onChange: (on: boolean) => void }) {
  return (
    <FormControlLabel
      label={label}
      labelPlacement="start"
      sx={{ justifyContent: 'space-between', mx: 0 }}
      control={<Switch checked={on} onChange={(event) => onChange(event.target.checked)} />}
    />
  )
}

function Choice<Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: Value
  options: { value: Value; label: string }[]
  onChange: (value: Value) => void
}) {
  const id = useId()
  return (
    <Box>
      <Typography id={id} variant="caption" component="p" color="textSecondary" sx={{ mb: 0.5 }}>
        {label}
      </Typography>
      <ToggleButtonGroup
        exclusive
        fullWidth
        size="small"
        color="primary"
        aria-labelledby={id}
        value={value}
        onChange={(_, wish: Value | null) => wish && onChange(wish)}
      >
        {options.map((option) => (
          <ToggleButton key={option.value} value={option.value} sx={{ textTransform: 'none', lineHeight: 1.3 }}>
            {option.label}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </Box>
  )
}
