import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type BarColors, colorsOf, type Scheme, type SchemeColors, type TeamColors } from '../../ui/theme/colors.ts'

export interface Look extends TeamColors {
  iconLogo: string
  loggedOutLogo: string
  loggedOutBackgroundImage: string
}

const pages = ['login', 'home', 'player'] as const

/** Sign-in page, homepage and player as small pictures of themselves, each in light and dark, in colours not saved yet. */
export function ThemePreview({ look, teamName }: { look: Look; teamName: string }) {
  const { t } = useTranslation('settings')
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
      }}
    >
      {pages.map((page) =>
        (['light', 'dark'] as const).map((scheme) => (
          <Box component="figure" key={`${page}-${scheme}`} sx={{ m: 0, minWidth: 0 }}>
            <Sample page={page} scheme={scheme} look={look} teamName={teamName} />
            <Typography component="figcaption" variant="caption" color="textSecondary" sx={{ mt: 0.75 }}>
              {t('theme.previewOf', { page: t(`theme.samples.${page}`), scheme: t(`theme.schemes.${scheme}`) })}
            </Typography>
          </Box>
        )),
      )}
    </Box>
  )
}

interface SampleProps {
  look: Look
  teamName: string
  colors: SchemeColors
}

function Sample(props: { page: (typeof pages)[number]; scheme: Scheme; look: Look; teamName: string }) {
  const { page, scheme, look, teamName } = props
  const { t } = useTranslation('settings')
  const colors = colorsOf(look, scheme)
  const Inside = page === 'login' ? Login : page === 'home' ? Home : Player
  return (
    <Box
      role="img"
      aria-label={t('theme.previewOf', { page: t(`theme.samples.${page}`), scheme: t(`theme.schemes.${scheme}`) })}
      sx={{
        height: 208,
        borderRadius: '12px',
        border: 1,
        borderColor: 'divider',
        overflow: 'hidden',
        display: 'flex',
        fontSize: 11,
        lineHeight: 1.35,
        backgroundColor: colors.background,
        color: colors.text,
        userSelect: 'none',
        '& *': { minWidth: 0 },
      }}
    >
      <Inside look={look} teamName={teamName} colors={colors} />
    </Box>
  )
}

function Login({ look, teamName, colors }: SampleProps) {
  const { t } = useTranslation('settings')
  const { primary, secondary } = colors
  return (
    <>
      <Box
        sx={{
          width: '42%',
          position: 'relative',
          overflow: 'hidden',
          backgroundColor: primary.fill,
          ...(look.loggedOutBackgroundImage
            ? { background: `url("${look.loggedOutBackgroundImage}") center / cover` }
            : {}),
        }}
      >
        {!look.loggedOutBackgroundImage && (
          <Box
            sx={{
              position: 'absolute',
              width: 44,
              height: 44,
              borderRadius: '50%',
              top: 48,
              insetInlineEnd: 20,
              backgroundColor: secondary.fill,
            }}
          />
        )}
      </Box>
      <Box sx={{ flex: 1, display: 'flex', flexDirection: 'column', justifyContent: 'center', gap: '7px', px: '14px' }}>
        {look.loggedOutLogo ? (
          <Picture src={look.loggedOutLogo} sx={{ height: 22, maxWidth: 90, alignSelf: 'flex-start' }} />
        ) : (
          <Box sx={{ fontWeight: 800, ...oneLine }}>{teamName}</Box>
        )}
        {(['email', 'password'] as const).map((field) => (
          <Box
            key={field}
            sx={{
              border: `1px solid ${colors.fieldLine}`,
              borderRadius: '5px',
              px: '7px',
              py: '5px',
              color: colors.muted,
              backgroundColor: colors.paper,
              ...oneLine,
            }}
          >
            {t(`theme.samples.${field}`)}
          </Box>
        ))}
        <Fill colors={colors}>{t('theme.samples.signIn')}</Fill>
        <Box sx={{ color: primary.main, fontWeight: 700, ...oneLine }}>{t('theme.samples.forgot')}</Box>
      </Box>
    </>
  )
}

function Home({ look, teamName, colors }: SampleProps) {
  const { t } = useTranslation('settings')
  return (
    <Shell look={look} teamName={teamName} colors={colors}>
      <Box sx={{ fontWeight: 800, fontSize: 13 }}>{t('theme.samples.hello')}</Box>
      <Card colors={colors}>
        <Box sx={{ fontWeight: 700 }}>{t('theme.samples.course')}</Box>
        <Bar colors={colors} />
        <Box sx={{ display: 'flex' }}>
          <Fill colors={colors}>{t('theme.samples.resume')}</Fill>
        </Box>
      </Card>
      <Card colors={colors}>
        <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: '6px' }}>
          <Box sx={{ fontWeight: 700, ...oneLine }}>{t('theme.samples.required')}</Box>
          <Box
            sx={{
              px: '5px',
              borderRadius: '4px',
              fontWeight: 700,
              backgroundColor: colors.error.soft,
              color: colors.error.onSoft,
              ...oneLine,
            }}
          >
            {t('theme.samples.overdue')}
          </Box>
        </Box>
        <Box sx={{ color: colors.primary.main, fontWeight: 700, ...oneLine }}>{t('theme.samples.myCourses')}</Box>
      </Card>
    </Shell>
  )
}

function Player({ look, teamName, colors }: SampleProps) {
  const { t } = useTranslation('settings')
  return (
    <Shell look={look} teamName={teamName} colors={colors} folded>
      <Box sx={{ display: 'flex', gap: '8px', flex: 1 }}>
        <Box sx={{ width: '36%', display: 'grid', gap: '4px', alignContent: 'start' }}>
          {[1, 2, 3].map((number) => (
            <Box
              key={number}
              sx={{
                px: '6px',
                py: '4px',
                borderRadius: '5px',
                ...(number === 2
                  ? { backgroundColor: colors.primary.soft, color: colors.primary.onSoft, fontWeight: 700 }
                  : {}),
                ...oneLine,
              }}
            >
              {t('theme.samples.step', { number })}
            </Box>
          ))}
        </Box>
        <Box sx={{ flex: 1, display: 'flex', flexDirection: 'column', gap: '6px' }}>
          <Box
            sx={{ flex: 1, borderRadius: '6px', backgroundColor: colors.paper, border: `1px solid ${colors.line}` }}
          />
          <Bar colors={colors} />
          <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: '6px' }}>
            <Box sx={{ color: colors.muted, ...oneLine }}>{t('theme.samples.percent')}</Box>
            <Fill colors={colors}>{t('theme.samples.next')}</Fill>
          </Box>
        </Box>
      </Box>
    </Shell>
  )
}

function Shell(props: SampleProps & { folded?: boolean; children: ReactNode }) {
  const { look, teamName, colors, folded = false, children } = props
  const { t } = useTranslation('settings')
  const { navbar, toolbar } = colors
  return (
    <>
      <Box
        sx={{
          width: folded ? 30 : '34%',
          flexShrink: 0,
          backgroundColor: navbar.ground,
          color: navbar.text,
          borderInlineEnd: `1px solid ${navbar.line}`,
          py: '8px',
          display: 'grid',
          alignContent: 'start',
          gap: '5px',
        }}
      >
        <Box sx={{ display: 'flex', gap: '6px', alignItems: 'center', px: '7px', mb: '4px' }}>
          {look.iconLogo ? (
            <Picture src={look.iconLogo} sx={{ width: 16, height: 16, flexShrink: 0 }} />
          ) : (
            <Box
              sx={{ width: 16, height: 16, flexShrink: 0, borderRadius: '4px', backgroundColor: colors.primary.fill }}
            />
          )}
          {!folded && <Box sx={{ fontWeight: 800, ...oneLine }}>{teamName}</Box>}
        </Box>
        {(['home', 'myCourses', 'required'] as const).map((entry, index) => (
          <NavLine key={entry} bar={navbar} open={index === 0} folded={folded}>
            {t(`theme.samples.${entry}`)}
          </NavLine>
        ))}
      </Box>
      <Box sx={{ flex: 1, display: 'flex', flexDirection: 'column' }}>
        <Box
          sx={{
            height: 26,
            flexShrink: 0,
            backgroundColor: toolbar.ground,
            color: toolbar.text,
            borderBottom: `1px solid ${toolbar.line}`,
            display: 'flex',
            alignItems: 'center',
            justifyContent: 'flex-end',
            px: '8px',
            fontWeight: 700,
          }}
        >
          Sam
        </Box>
        <Box sx={{ flex: 1, display: 'flex', flexDirection: 'column', gap: '8px', p: '10px', overflow: 'hidden' }}>
          {children}
        </Box>
      </Box>
    </>
  )
}

function NavLine(props: { bar: BarColors; open: boolean; folded: boolean; children: ReactNode }) {
  const { bar, open, folded, children } = props
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: '6px',
        marginInlineEnd: '6px',
        px: '9px',
        py: '3px',
        borderStartEndRadius: 10,
        borderEndEndRadius: 10,
        fontWeight: open ? 800 : 600,
        backgroundColor: open ? bar.selected : 'transparent',
        color: open ? bar.onSelected : bar.text,
      }}
    >
      <Box sx={{ width: 8, height: 8, flexShrink: 0, borderRadius: '3px', backgroundColor: 'currentColor' }} />
      {!folded && <Box sx={oneLine}>{children}</Box>}
    </Box>
  )
}

function Card({ colors, children }: { colors: SchemeColors; children: ReactNode }) {
  return (
    <Box
      sx={{
        p: '8px',
        borderRadius: '8px',
        display: 'grid',
        gap: '6px',
        backgroundColor: colors.paper,
        border: `1px solid ${colors.line}`,
      }}
    >
      {children}
    </Box>
  )
}

function Fill({ colors, children }: { colors: SchemeColors; children: ReactNode }) {
  return (
    <Box
      sx={{
        px: '9px',
        py: '4px',
        borderRadius: '5px',
        fontWeight: 700,
        textAlign: 'center',
        backgroundColor: colors.primary.fill,
        color: colors.primary.onFill,
        ...oneLine,
      }}
    >
      {children}
    </Box>
  )
}

function Bar({ colors }: { colors: SchemeColors }) {
  return (
    <Box sx={{ height: 5, borderRadius: 3, backgroundColor: colors.line, overflow: 'hidden' }}>
      <Box sx={{ width: '60%', height: '100%', backgroundColor: colors.primary.main }} />
    </Box>
  )
}

function Picture({ src, sx }: { src: string; sx: object }) {
  return <Box component="img" src={src} alt="" sx={{ objectFit: 'contain', ...sx }} />
}

const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const
