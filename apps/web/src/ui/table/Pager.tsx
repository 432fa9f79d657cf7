import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Choice } from '../Choice.tsx'
import { ControlsFrame } from '../ControlsFrame.tsx'
import { PlainIcon } from '../PlainIcon.tsx'
import { useSecondPass } from '../useSecondPass.ts'
import { ask, type ListState, pageSizes } from './list-state.ts'

/** Next and previous by cursor. The way back is known while the list is open; after a reload it leads to the first page. */
export function Pager(props: {
  state: ListState
  next: string | null
  total: number
  onChange: (next: ListState) => void
}) {
  const { state, next, total, onChange } = props
  const { t } = useTranslation(['common', 'parts'])
  const id = useId()
  const cameFrom = useRef(new Map<string, string | null>())
  const go = (cursor: string | null, page: number) => {
    onChange({ ...state, cursor, page })
    scrollTo({ top: 0 })
  }
  const isDrawn = useSecondPass()
  if (!isDrawn || (total <= pageSizes[0] && !state.cursor && !next)) return null
  return (
    <ControlsFrame>
      <nav
        aria-label={t('parts:table.page', { page: state.page })}
        style={{ marginTop: 16, display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center' }}
      >
        <span className="quiet" id={id}>
          {t('parts:table.pageSize')}
        </span>
        <Choice
          labelId={id}
          value={state.limit}
          options={pageSizes.map((size) => ({ value: size as number, label: String(size) }))}
          onChange={(limit) => onChange(ask(state, { limit }))}
        />
        <span style={{ flex: 1 }} />
        {state.cursor && (
          <button
            type="button"
            className="press"
            data-bare=""
            onClick={() => go(null, 1)}
            aria-label={t('parts:table.firstPage')}
          >
            <PlainIcon name="first" />
          </button>
        )}
        <button
          type="button"
          className="press"
          data-small=""
          disabled={!state.cursor}
          onClick={() => {
            const back = cameFrom.current.get(state.cursor ?? '') ?? null
            go(back, back === null ? 1 : state.page - 1)
          }}
        >
          {t('parts:table.previous')}
        </button>
        <span className="quiet" style={{ minWidth: 64, textAlign: 'center', color: 'inherit' }}>
          {t('parts:table.page', { page: state.page })}
        </span>
        <button
          type="button"
          className="press"
          data-small=""
          disabled={!next}
          onClick={() => {
            if (!next) return
            cameFrom.current.set(next, state.cursor)
            go(next, state.page + 1)
          }}
        >
          {t('parts:table.next')}
          <PlainIcon name="next" />
        </button>
      </nav>
    </ControlsFrame>
  )
}
