import type { viewLists } from '@learnt/contract/administration'
import BookmarkIcon from '@mui/icons-material/BookmarkBorder'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Divider from '@mui/material/Divider'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import ListItemText from '@mui/material/ListItemText'
import MenuItem from '@mui/material/MenuItem'
import MenuList from '@mui/material/MenuList'
import Popover from '@mui/material/Popover'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../api/operations.ts'
import { useSend } from '../api/queries.ts'
import { problemText } from '../ui/problem-text.ts'
import { showToast } from '../ui/toasts.ts'
import { parseSearch } from './address.ts'
import { useQueryString } from './useQueryString.ts'
import { askViews } from './views-ask.ts'

/**
 * A person's own named settings of a list; the default one opens with the list. `plain`: the query of the list's page
 * without any settings, where the page needs one.
 */
export function SavedViews({ list, plain = '' }: { list: (typeof viewLists)[number]; plain?: string }) {
  const { t } = useTranslation(['common', 'parts', 'problems'])
  const { t: words } = useTranslation('problems')
  const navigate = useNavigate()
  const current = useQueryString().replace(/^\?/, '')
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [wanted, setWanted] = useState(false)
  const [name, setName] = useState('')
  const [isDefault, setDefault] = useState(false)
  const views = useQuery(askViews(list))
  const onError = (error: Error) => showToast({ variant: 'error', text: problemText(words, error) })
  const save = useSend(api.views.save, {
    onSuccess: (view) => {
      showToast({ variant: 'success', text: t('parts:views.saved', { name: view.name }) })
      setName('')
      setDefault(false)
    },
    onError,
  })
  const remove = useSend(api.views.remove, { onError })
  const open = (query: string) => {
    setAnchor(null)
    void navigate({ to: '.', search: parseSearch(query) as never })
  }

  // a default view opens with the list, unless the address asks for something
  const opened = useRef(false)
  const standard = views.data?.items.find((view) => view.isDefault)
  useEffect(() => {
    if (opened.current || !views.data) return
    opened.current = true
    if (standard && current === plain)
      void navigate({ to: '.', search: parseSearch(standard.query) as never, replace: true })
  }, [views.data, standard, current, plain, navigate])

  const keep = () => {
    const query = new URLSearchParams(current)
    for (const moving of ['cursor', 'page']) query.delete(moving)
    if (name.trim()) save.mutate({ body: { list, name: name.trim(), query: query.toString(), isDefault } })
  }
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<BookmarkIcon />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => {
          setWanted(true)
          setAnchor(event.currentTarget)
        }}
      >
        {t('parts:views.title')}
      </Button>
      {wanted && (
        <Popover
          open={anchor !== null}
          anchorEl={anchor}
          onClose={() => setAnchor(null)}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
          transformOrigin={{ vertical: -6, horizontal: 'right' }}
          slotProps={{ paper: { sx: { width: 340 }, 'aria-label': t('parts:views.title') } }}
        >
          <MenuList dense sx={{ p: 0.75 }}>
            <MenuItem onClick={() => open(plain)} selected={current === plain}>
              <ListItemText primary={t('parts:views.reset')} />
            </MenuItem>
            {views.data?.items.map((view) => (
              <Box component="li" role="none" key={view.id} sx={{ display: 'flex', alignItems: 'center' }}>
                <MenuItem
                  component="div"
                  onClick={() => open(view.query)}
                  selected={current === view.query}
                  sx={{ flex: 1, minWidth: 0 }}
                >
                  <ListItemText
                    primary={view.name}
                    secondary={view.isDefault ? t('parts:views.isDefault') : undefined}
                    slotProps={{ primary: { noWrap: true } }}
                  />
                </MenuItem>
                <IconButton
                  size="small"
                  aria-label={t('parts:views.remove', { name: view.name })}
                  onClick={() => remove.mutate({ params: { viewId: view.id } })}
                >
                  <DeleteIcon fontSize="small" />
                </IconButton>
              </Box>
            ))}
          </MenuList>
          {views.data?.items.length === 0 && (
            <Typography variant="body2" color="textSecondary" sx={{ px: 2.5, pb: 1 }}>
              {t('parts:views.none')}
            </Typography>
          )}
          <Divider />
          <Box
            component="form"
            sx={{ p: 2, display: 'grid', gap: 1 }}
            onSubmit={(event) => {
              event.preventDefault()
              keep()
            }}
          >
            <TextField
              size="small"
              label={t('parts:views.name')}
              value={name}
              onChange={(event) => setName(event.target.value)}
              slotProps={{ htmlInput: { maxLength: 80 } }}
            />
            <FormControlLabel
              control={<Checkbox size="small" checked={isDefault} onChange={(_, checked) => setDefault(checked)} />}
              label={<Typography variant="body2">{t('parts:views.makeDefault')}</Typography>}
            />
            <Button type="submit" variant="contained" size="small" disabled={!name.trim()} loading={save.isPending}>
              {t('parts:views.saveAs')}
            </Button>
          </Box>
        </Popover>
      )}
    </>
  )
}
