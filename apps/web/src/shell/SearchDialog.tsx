import { type DocumentType, documentKinds } from '@learnt/contract/document-kinds'
import { limits } from '@learnt/contract/measures'
import type { Found } from '@learnt/contract/search'
import { type FeatureSwitches, isSwitchedOff } from '@learnt/contract/team-values'
import { searchForm } from '@learnt/contract/text'
import SearchIcon from '@mui/icons-material/Search'
import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { track } from '../api/analytics.ts'
import { api } from '../api/operations.ts'
import { queryOf } from '../api/queries.ts'
import { useMe, useSession } from '../api/SessionProvider.tsx'
import { paths } from '../routes/paths.ts'
import { visuallyHidden } from '../ui/visually-hidden.ts'
import { NavIcon } from './NavIcon.tsx'
import { searchPages, usePages } from './page-list.ts'
import type { SidePanelProps } from './panels.ts'
import { useActions } from './use-actions.ts'

interface Suggestion {
  key: string
  title: string
  detail: string
  icon: string
  go: () => void
}

const icons: Record<DocumentType, string> = {
  course: 'course',
  pathway: 'pathway',
  learningPackage: 'package',
  resource: 'resource',
  form: 'form',
  event: 'event',
}

const otherIcons: Partial<Record<Found['kind'], string>> = {
  myBadge: 'badge',
  badge: 'badge',
  myCertificate: 'certificate',
  certificate: 'certificate',
}

/** Search over pages, actions, content and people: ten at most, the first one highlighted. */
export function SearchDialog({ open, onClose }: SidePanelProps) {
  const { t } = useTranslation('panels')
  const id = useId()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      fullWidth
      maxWidth="sm"
      aria-labelledby={`${id}-title`}
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
      slotProps={{ paper: { sx: { mt: { xs: 1, sm: '10vh' }, mx: { xs: 1, sm: 4 }, overflow: 'hidden' } } }}
    >
      <h2 id={`${id}-title`} style={visuallyHidden}>
        {t('search.title')}
      </h2>
      <Search onClose={onClose} />
    </Dialog>
  )
}

function Search({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('panels')
  const me = useMe()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const { suggestions, loading } = useSuggestions(typed)
  const mostly = Math.min(at, Math.max(0, suggestions.length - 1))
  // biome-ignore lint/correctness/useExhaustiveDependencies: another membership is another search
  useEffect(() => setTyped(''), [me.membershipId])

  // left with nothing found for what stands there: what is looked for and not there
  const inVain = typed.trim() !== '' && !loading && suggestions.length === 0
  const leftInVain = useRef(inVain)
  leftInVain.current = inVain
  useEffect(() => () => void (leftInVain.current && track('page-search-empty')), [])

  const go = (suggestion: Suggestion | undefined) => {
    if (!suggestion) return
    track('page-search')
    onClose()
    suggestion.go()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { length } = suggestions
    if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && length > 0) {
      event.preventDefault()
      setAt((mostly + (event.key === 'ArrowDown' ? 1 : -1) + length) % length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      go(suggestions[mostly])
    }
  }
  return (
    <>
      <Box
        sx={(theme) => ({
          display: 'flex',
          alignItems: 'center',
          gap: 1.5,
          px: 2.5,
          minHeight: 60,
          borderBottom: `1px solid ${theme.line}`,
          '& input': {
            flex: 1,
            minWidth: 0,
            height: 58,
            border: 0,
            outline: 0,
            background: 'none',
            color: 'inherit',
            font: `500 1.0625rem ${theme.typography.fontFamily}`,
          },
          '& input::placeholder': { color: 'text.secondary', opacity: 1 },
        })}
      >
        <SearchIcon aria-hidden />
        <input
          // biome-ignore lint/a11y/noAutofocus: the dialog is opened to type
          autoFocus
          role="combobox"
          type="text"
          value={typed}
          placeholder={t('search.placeholder')}
          aria-label={t('search.placeholder')}
          aria-expanded
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          {...(suggestions.length > 0 ? { 'aria-activedescendant': `${id}-${mostly}` } : {})}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          onChange={(event) => {
            setTyped(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
      </Box>
      <Box sx={{ p: 1, maxHeight: '60vh', overflowY: 'auto' }}>
        {suggestions.length === 0 && (
          <Box sx={{ p: 2, color: 'text.secondary' }}>{t(loading ? 'search.loading' : 'search.none')}</Box>
        )}
        <Box role="listbox" id={`${id}-list`} aria-label={t('search.title')}>
          {suggestions.map((one, index) => (
            <Box
              key={one.key}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === mostly}
              onMouseMove={() => setAt(index)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => go(one)}
              sx={(theme) => ({
                px: 1.5,
                py: 1,
                borderRadius: '9px',
                cursor: 'pointer',
                display: 'flex',
                alignItems: 'center',
                gap: 1.5,
                fontWeight: 600,
                ...(index === mostly
                  ? { backgroundColor: theme.palette.primary.soft, color: theme.palette.primary.onSoft }
                  : {}),
              })}
            >
              <NavIcon name={one.icon} />
              <Box component="span" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
                {one.title}
              </Box>
              <Box
                component="span"
                sx={{ fontWeight: 500, fontSize: '0.8125rem', maxWidth: '45%', overflowWrap: 'anywhere' }}
              >
                {one.detail}
              </Box>
            </Box>
          ))}
        </Box>
      </Box>
      <span style={visuallyHidden} role="status">
        {loading || !typed
          ? ''
          : suggestions.length === 0
            ? t('search.none')
            : t('search.suggestions', { count: suggestions.length })}
      </span>
    </>
  )
}

/** Pages and actions that the browser knows, then what the server finds; it is asked from the second letter on. */
function useSuggestions(typed: string): { suggestions: Suggestion[]; loading: boolean } {
  const { t } = useTranslation('panels')
  const navigate = useNavigate()
  const pages = usePages()
  const actions = useActions()
  const { features } = useSession().settings
  const wanted = useSettled(typed.trim())
  const asks = wanted.length >= 2
  const { data, isFetching } = useQuery({
    ...queryOf(api.search.all, { query: { q: wanted } }),
    enabled: asks,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
  const words = searchForm(typed).split(/\s+/).filter(Boolean)
  const doing =
    words.length === 0 ? [] : actions.filter((action) => words.every((word) => searchForm(action.title).includes(word)))
  const remote = asks && typed.trim().length >= 2 ? (data?.items ?? []).filter((one) => !isOff(one, features)) : []
  const here = limits.pageSuggestions - Math.min(remote.length, limits.pageSuggestions / 2)
  const local: Suggestion[] = [
    ...searchPages(pages, typed, limits.pageSuggestions).map((page) => ({
      key: page.path,
      title: page.title,
      detail: page.group || t('search.kinds.page'),
      icon: 'article',
      go: () => void navigate({ to: page.path }),
    })),
    ...doing.map(({ id, title, icon, run }) => ({ key: id, title, detail: t('search.kinds.action'), icon, go: run })),
  ]
  const kindOf = ({ kind, documentType }: Found) => {
    if (documentType !== null) return t(`search.${kind === 'myDocument' ? 'mine' : 'kinds'}.${documentType}`)
    switch (kind) {
      case 'myBadge':
        return t('search.mine.badge')
      case 'myCertificate':
        return t('search.mine.certificate')
      case 'badge':
      case 'certificate':
        return t(`search.kinds.${kind}`)
      default:
        return t('search.kinds.person')
    }
  }
  const found: Suggestion[] = remote.map((one) => ({
    key: `${one.kind}:${one.id}:${one.teamId ?? ''}`,
    title: one.title,
    detail: [kindOf(one), one.detail].filter(Boolean).join(' · '),
    icon: one.documentType === null ? (otherIcons[one.kind] ?? 'people') : icons[one.documentType],
    go: () => void navigate({ href: addressOf(one) }),
  }))
  return {
    suggestions: [...local.slice(0, here), ...found].slice(0, limits.pageSuggestions),
    loading: typed.trim().length >= 2 && (isFetching || wanted !== typed.trim()),
  }
}

/** Whether what was found belongs to a part of the product that is switched off. */
function isOff(found: Found, features: FeatureSwitches): boolean {
  return isSwitchedOff(addressOf(found), features) || (found.kind === 'myBadge' && features.badges === false)
}

function addressOf({ kind, documentType, id, teamId }: Found): string {
  switch (kind) {
    case 'myBadge':
      return paths.profile
    case 'badge':
      return paths.badge(id)
    case 'myCertificate':
      return paths.myCertificates
    case 'certificate':
      return paths.certificateTemplate(id)
  }
  if (documentType === null) return paths.user(id, teamId)
  const { learner, admin } = documentKinds[documentType]
  return (kind === 'myDocument' ? learner : admin).one(id)
}

/** What is typed, once it has stood still for a moment. */
function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), 180)
    return () => clearTimeout(timer)
  }, [typed])
  return useDeferredValue(settled)
}
