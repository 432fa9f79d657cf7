import { mix } from '@learnt/contract/contrast'
import { breakpoints, sizes } from '@learnt/contract/measures'
import { alpha, createTheme, type Theme } from '@mui/material/styles'
import type { BarColors, ColorSet, SchemeColors } from './colors.ts'

declare module '@mui/material/styles' {
  interface PaletteColor extends Omit<ColorSet, 'main'> {}
  interface Theme {
    bars: { navbar: BarColors; toolbar: BarColors; footer: BarColors }
    line: string
    fieldLine: string
    raised: string
  }
  interface ThemeOptions {
    bars: { navbar: BarColors; toolbar: BarColors; footer: BarColors }
    line: string
    fieldLine: string
    raised: string
  }
}

/** Words that MUI's own parts speak, in the person's language. */
export interface ThemeWords {
  clear: string
  close: string
  open: string
  loading: string
  noOptions: string
}

export const fontFamily =
  '"Mulish Variable", Muli, Roboto, "Noto Sans Arabic Variable", system-ui, -apple-system, "Segoe UI", sans-serif'

const sets = ['primary', 'secondary', 'success', 'warning', 'error', 'info'] as const

/**
 * MUI's theme from computed colours. `palette.X.main` is the form that reads as text, because MUI uses it for links,
 * labels, outlines and rings; the brand's own colour stands in `palette.X.fill` and is laid only where it is a ground.
 */
export function createAppTheme(colors: SchemeColors, direction: 'ltr' | 'rtl', words: ThemeWords): Theme {
  const color = (set: ColorSet) => ({
    ...set,
    dark: set.main,
    light: set.main,
    contrastText: colors.scheme === 'light' ? '#ffffff' : '#000000',
  })
  const light = colors.scheme === 'light'
  const shade = light ? 'rgba(16, 24, 40, 0.12)' : 'rgba(0, 0, 0, 0.6)'
  const floating = { boxShadow: `0 12px 32px ${shade}, 0 2px 6px ${shade}`, border: `1px solid ${colors.line}` }
  return createTheme({
    direction,
    breakpoints: { values: { ...breakpoints } },
    palette: {
      mode: colors.scheme,
      background: { default: colors.background, paper: colors.paper },
      text: { primary: colors.text, secondary: colors.muted, disabled: alpha(colors.text, 0.45) },
      divider: colors.line,
      primary: color(colors.primary),
      secondary: color(colors.secondary),
      success: color(colors.success),
      warning: color(colors.warning),
      error: color(colors.error),
      info: color(colors.info),
    },
    bars: { navbar: colors.navbar, toolbar: colors.toolbar, footer: colors.footer },
    line: colors.line,
    fieldLine: colors.fieldLine,
    raised: colors.raised,
    shape: { borderRadius: 10 },
    typography: {
      fontFamily,
      fontSize: 14,
      h1: { fontSize: '1.75rem', fontWeight: 800, lineHeight: 1.25, letterSpacing: '-0.015em' },
      h2: { fontSize: '1.25rem', fontWeight: 800, lineHeight: 1.3, letterSpacing: '-0.01em' },
      h3: { fontSize: '1.0625rem', fontWeight: 700, lineHeight: 1.4 },
      h4: { fontSize: '1rem', fontWeight: 700, lineHeight: 1.4 },
      subtitle1: { fontSize: '1rem', fontWeight: 600 },
      subtitle2: { fontSize: '0.875rem', fontWeight: 700 },
      body1: { fontSize: '0.9375rem', lineHeight: 1.6 },
      body2: { fontSize: '0.875rem', lineHeight: 1.55 },
      caption: { fontSize: '0.8125rem', lineHeight: 1.5 },
      overline: { fontSize: '0.75rem', fontWeight: 800, letterSpacing: '0.06em', lineHeight: 1.6 },
      button: { fontWeight: 700, textTransform: 'none', letterSpacing: 0 },
    },
    components: {
      MuiCssBaseline: {
        styleOverrides: ({ palette, typography }: Theme) => ({
          // NOTE small parts that stand in every row are elements with a class: a styled part each is what a list waits for
          '.word-chip': {
            display: 'inline-flex',
            alignItems: 'center',
            height: 24,
            paddingInline: 8,
            borderRadius: 8,
            fontFamily,
            fontSize: '0.8125rem',
            fontWeight: 600,
            whiteSpace: 'nowrap',
            color: colors.text,
            backgroundColor: palette.action.selected,
            '&[data-size="medium"]': { height: 30, paddingInline: 12, fontSize: '0.875rem' },
            '&[data-look]': { maxWidth: '100%' },
            '&[data-look="outlined"]': { border: `1px solid ${colors.line}`, background: 'none' },
            '&[data-look="primary"]': {
              border: `1px solid ${colors.primary.main}`,
              background: 'none',
              color: colors.primary.main,
            },
            ...Object.fromEntries(
              sets.map((name) => [
                `&[data-tone="${name}"]`,
                { backgroundColor: colors[name].soft, color: colors[name].onSoft },
              ]),
            ),
          },
          '.person-avatar': {
            flexShrink: 0,
            borderRadius: '50%',
            overflow: 'hidden',
            display: 'grid',
            placeItems: 'center',
            fontFamily,
            fontWeight: 700,
            lineHeight: 1,
            backgroundColor: colors.primary.soft,
            color: colors.primary.onSoft,
            '&[data-initials]::before': { content: 'attr(data-initials) / ""' },
            '& > img': { width: '100%', height: '100%', objectFit: 'cover' },
          },
          '.page-head': {
            display: 'flex',
            flexWrap: 'wrap',
            gap: 16,
            alignItems: 'flex-start',
            marginBottom: 24,
            '& .back': {
              display: 'inline-flex',
              marginTop: -2,
              padding: 6,
              color: palette.action.active,
              backgroundColor: colors.paper,
              border: `1px solid ${colors.line}`,
              borderRadius: 10,
              '&[data-lower]': { marginTop: 14 },
              '&:hover': { backgroundColor: mix(colors.paper, colors.text, 0.05) },
              '& svg': {
                width: '1.25rem',
                height: '1.25rem',
                fill: 'none',
                stroke: 'currentColor',
                strokeWidth: 2,
                transform: direction === 'rtl' ? 'scaleX(-1)' : 'none',
              },
            },
            '& > .words': { flex: '1 1 280px', minWidth: 0 },
            '& .line, & > .actions': { display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center' },
            '& h1': {
              ...typography.h1,
              margin: 0,
              overflowWrap: 'anywhere',
              '&:focus-visible': { outline: 'none' },
            },
            '& > .words > p': { ...typography.body1, margin: '4px 0 0', maxWidth: 760, color: colors.muted },
            '& > .words > .kicker': { ...typography.overline, margin: 0 },
          },
          '.page-main': {
            flex: 1,
            width: '100%',
            marginInline: 'auto',
            padding: '20px 16px 64px',
            outline: 'none',
            scrollMarginTop: sizes.toolbar,
            [`@media (min-width: ${breakpoints.sm}px)`]: { paddingTop: 28, paddingInline: 24 },
            [`@media (min-width: ${breakpoints.lg}px)`]: { paddingInline: 32 },
          },
          '@keyframes page-in': { from: { opacity: 0 }, to: { opacity: 1 } },
          '.page-in': { animation: 'page-in 300ms ease-out' },
          '.progress-bar': {
            display: 'flex',
            alignItems: 'center',
            gap: 12,
            minWidth: 90,
            '& > div, & > div > div': { height: 8, borderRadius: 4 },
            '& > div': { flex: 1, overflow: 'hidden', backgroundColor: mixLine(colors) },
            '& > div > div': {
              backgroundColor: colors.primary.main,
              transition: 'width 300ms',
              '&[data-percent="100"]': { backgroundColor: colors.success.main },
              '&[data-percent=""]': { width: '40%', animation: 'progress-run 1400ms ease-in-out infinite' },
            },
            '& > span': {
              minWidth: 38,
              textAlign: 'end',
              fontSize: '0.8125rem',
              lineHeight: 1.5,
              fontVariantNumeric: 'tabular-nums',
              fontWeight: 700,
            },
          },
          '@keyframes progress-run': { from: { marginInlineStart: '-40%' }, to: { marginInlineStart: '100%' } },
          '.course-cover': {
            aspectRatio: '16 / 9',
            display: 'grid',
            placeItems: 'center',
            overflow: 'hidden',
            flexShrink: 0,
            backgroundColor: colors.primary.soft,
            color: colors.primary.main,
            '& > img': { width: '100%', height: '100%', objectFit: 'cover', display: 'block' },
            '& > span': { fontSize: 48, fontWeight: 800, opacity: 0.7 },
          },
          '.person-presence': {
            position: 'absolute',
            insetInlineEnd: -1,
            bottom: -1,
            borderRadius: '50%',
            // full: there; a ring: not
            backgroundColor: colors.paper,
            border: '2px solid #646464',
            '&[data-presence="online"]': { backgroundColor: '#4CAF50', borderColor: colors.paper },
          },
          // Weaker than any class: a part of its own look may be such a link too.
          ':where(.app-link)': {
            color: colors.primary.main,
            fontWeight: 600,
            borderRadius: 3,
            textUnderlineOffset: '0.15em',
            textDecoration: 'none',
            '&:hover, &[data-underline="always"]': { textDecoration: 'underline' },
            '&[data-underline="none"]': { textDecoration: 'none' },
            '&[data-color="inherit"]': { color: 'inherit' },
            '&.row-link': { fontWeight: 700, [`@media (min-width: ${breakpoints.md}px)`]: { whiteSpace: 'nowrap' } },
          },
          // what it leads to is the whole of the part around it
          '.covering-link': {
            color: colors.text,
            fontWeight: 700,
            overflowWrap: 'anywhere',
            '&::after': { content: '""', position: 'absolute', inset: 0 },
            '&:focus': { outline: 'none' },
          },
          html: { scrollPaddingTop: 80 },
          body: { overflowY: 'scroll' },
          '[data-scrollbars="custom"] *': {
            scrollbarWidth: 'thin',
            scrollbarColor: `${alpha(colors.text, 0.4)} transparent`,
          },
          ':focus-visible': { outline: `2px solid ${colors.primary.main}`, outlineOffset: 2 },
          '::selection': { background: alpha(colors.primary.main, 0.22) },
          '@media (prefers-reduced-motion: reduce)': {
            '*, *::before, *::after': {
              animationDuration: '0.01ms !important',
              animationIterationCount: '1 !important',
              transitionDuration: '0.01ms !important',
              scrollBehavior: 'auto !important',
            },
          },
        }),
      },
      MuiButtonBase: {
        defaultProps: { disableRipple: true, disableTouchRipple: true },
        styleOverrides: {
          // the input of a checkbox, radio button or switch has the focus and cannot be seen itself
          root: {
            '&:focus-visible, &:has(> input:focus-visible)': {
              outline: `2px solid ${colors.primary.main}`,
              outlineOffset: 2,
            },
          },
        },
      },
      MuiButton: {
        defaultProps: { disableElevation: true },
        styleOverrides: {
          root: { borderRadius: 9, paddingInline: 16, minHeight: 40, whiteSpace: 'nowrap' },
          sizeSmall: { minHeight: 32, paddingInline: 12 },
          sizeLarge: { minHeight: 48, paddingInline: 22, fontSize: '1rem' },
          outlined: { borderColor: mix(colors.paper, colors.text, 0.24) },
        },
        variants: [
          { props: { variant: 'outlined' as const }, style: { backgroundColor: colors.paper } },
          {
            props: { variant: 'outlined' as const, color: 'inherit' as const },
            style: { '&:hover': { backgroundColor: mix(colors.paper, colors.text, 0.05) } },
          },
          ...sets.flatMap((name) => [
            {
              props: { variant: 'contained' as const, color: name },
              style: {
                backgroundColor: colors[name].fill,
                color: colors[name].onFill,
                '&:hover': { backgroundColor: colors[name].fillHover },
                // while it loads, its words make room for the spinner
                '&.Mui-disabled:not(.MuiButton-loading)': { color: alpha(colors.text, 0.5) },
                '&:focus-visible': { outline: `2px solid ${colors[name].main}` },
              },
            },
          ]),
        ],
      },
      MuiIconButton: { styleOverrides: { root: { borderRadius: 10 }, sizeSmall: { padding: 6 } } },
      MuiFab: {
        variants: [
          {
            props: { color: 'primary' },
            style: { backgroundColor: colors.primary.fill, color: colors.primary.onFill },
          },
        ],
      },
      MuiPaper: {
        styleOverrides: {
          // NOTE the elevation overlay is an image: it hides the real ground from every contrast check
          root: { backgroundImage: 'none' },
          outlined: { borderColor: colors.line },
          elevation8: { backgroundColor: colors.raised, ...floating },
          elevation24: { backgroundColor: colors.raised, ...floating },
        },
      },
      MuiCard: { defaultProps: { variant: 'outlined' }, styleOverrides: { root: { borderRadius: 14 } } },
      MuiCardContent: { styleOverrides: { root: { padding: 20, '&:last-child': { paddingBottom: 20 } } } },
      MuiDialog: { styleOverrides: { paper: { borderRadius: 16 } } },
      MuiDialogTitle: { styleOverrides: { root: { fontSize: '1.1875rem', fontWeight: 800, paddingTop: 22 } } },
      // Long words of two buttons stand below each other on a phone.
      MuiDialogActions: {
        defaultProps: { disableSpacing: true },
        styleOverrides: { root: { padding: '12px 24px 20px', gap: '8px 12px', flexWrap: 'wrap' } },
      },
      MuiMenu: { styleOverrides: { paper: { borderRadius: 12 }, list: { padding: 6 } } },
      MuiMenuItem: { styleOverrides: { root: { borderRadius: 8, minHeight: 38, fontSize: '0.875rem' } } },
      MuiListItemIcon: { styleOverrides: { root: { minWidth: 36, color: 'inherit' } } },
      MuiTooltip: {
        defaultProps: { enterDelay: 350 },
        styleOverrides: {
          tooltip: {
            fontSize: '0.8125rem',
            fontWeight: 600,
            padding: '6px 10px',
            maxWidth: 320,
            backgroundColor: light ? '#16191d' : '#f2f4f6',
            color: light ? '#ffffff' : '#16191d',
          },
        },
      },
      MuiOutlinedInput: {
        styleOverrides: {
          root: {
            borderRadius: 9,
            backgroundColor: colors.paper,
            '&:hover:not(.Mui-focused):not(.Mui-error):not(.Mui-disabled) .MuiOutlinedInput-notchedOutline': {
              borderColor: colors.text,
            },
          },
          notchedOutline: { borderColor: colors.fieldLine },
          input: { '&::placeholder': { color: colors.muted, opacity: 1 } },
        },
      },
      MuiInputBase: { styleOverrides: { input: { '&::placeholder': { color: colors.muted, opacity: 1 } } } },
      MuiFormHelperText: { styleOverrides: { root: { marginInline: 2, fontSize: '0.8125rem' } } },
      MuiFormControlLabel: { styleOverrides: { label: { fontSize: '0.9375rem' } } },
      MuiChip: {
        styleOverrides: {
          root: { fontWeight: 600, borderRadius: 8 },
          outlined: { borderColor: colors.line },
          deleteIcon: { color: colors.muted, '&:hover': { color: colors.text } },
        },
      },
      MuiTableCell: {
        styleOverrides: {
          root: { borderColor: colors.line, fontSize: '0.875rem', padding: '10px 12px' },
          head: { color: colors.muted, fontWeight: 700, fontSize: '0.8125rem', whiteSpace: 'nowrap' },
        },
      },
      MuiTableRow: {
        styleOverrides: {
          // solid grounds, so that a cell which stays in place while the others scroll under it can inherit them
          root: { backgroundColor: colors.paper },
        },
      },
      MuiTab: {
        styleOverrides: { root: { textTransform: 'none', fontWeight: 700, minHeight: 46, fontSize: '0.9375rem' } },
      },
      MuiTabs: { styleOverrides: { indicator: { height: 3, borderRadius: 3 } } },
      MuiLinearProgress: {
        styleOverrides: {
          root: { borderRadius: 6, height: 8, backgroundColor: mixLine(colors) },
          bar: { borderRadius: 6 },
        },
      },
      MuiLink: { defaultProps: { underline: 'hover' }, styleOverrides: { root: { fontWeight: 600 } } },
      MuiAlert: {
        styleOverrides: {
          root: { borderRadius: 12, fontSize: '0.9375rem', alignItems: 'flex-start' },
          action: { paddingTop: 0 },
        },
        variants: (['success', 'warning', 'error', 'info'] as const).map((severity) => ({
          props: { severity, variant: 'standard' as const },
          style: {
            backgroundColor: colors[severity].soft,
            color: colors.text,
            '& .MuiAlert-icon': { color: colors[severity].main },
          },
        })),
      },
      MuiAvatar: {
        styleOverrides: {
          colorDefault: { backgroundColor: colors.primary.soft, color: colors.primary.onSoft, fontWeight: 700 },
        },
      },
      MuiBadge: {
        styleOverrides: { colorPrimary: { backgroundColor: colors.primary.fill, color: colors.primary.onFill } },
      },
      MuiSkeleton: { defaultProps: { animation: 'wave' }, styleOverrides: { rounded: { borderRadius: 10 } } },
      MuiToggleButton: {
        styleOverrides: {
          root: {
            color: colors.muted,
            '&.Mui-selected, &.Mui-selected:hover': {
              color: colors.primary.onSoft,
              backgroundColor: colors.primary.soft,
            },
          },
        },
      },
      MuiSwitch: { styleOverrides: { track: { backgroundColor: colors.fieldLine, opacity: 1 } } },
      MuiSnackbarContent: { styleOverrides: { action: { color: 'inherit' } } },
      MuiAutocomplete: {
        defaultProps: {
          clearText: words.clear,
          closeText: words.close,
          openText: words.open,
          loadingText: words.loading,
          noOptionsText: words.noOptions,
        },
        // as small chips: `slotProps` of these costs the compiler some seconds for each kind of value
        styleOverrides: {
          tag: {
            height: 24,
            '& .MuiChip-label': { paddingInline: 8 },
            '& .MuiChip-deleteIcon': { fontSize: 16, marginInline: '-4px 4px' },
          },
        },
      },
      MuiTypography: { defaultProps: { variantMapping: { subtitle1: 'p', subtitle2: 'p' } } },
      MuiUseMediaQuery: { defaultProps: { noSsr: true } },
    },
  })
}

function mixLine(colors: SchemeColors): string {
  return alpha(colors.text, colors.scheme === 'light' ? 0.1 : 0.16)
}
