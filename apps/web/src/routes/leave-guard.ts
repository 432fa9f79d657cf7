import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { confirm } from '../ui/dialogs.ts'

/**
 * Asks before a page with unsaved changes is left, inside the application and out of it. `isKept`: at that address of the
 * same page nothing is lost.
 */
export function useLeaveGuard(dirty: boolean, isKept?: (next: { pathname: string; search: unknown }) => boolean): void {
  const mayLeave = useLeaveQuestion()
  useBlocker({
    shouldBlockFn: async ({ next }) => dirty && !isKept?.(next) && !(await mayLeave()),
    enableBeforeUnload: () => dirty,
  })
}

/**
 * Closes a dialog, and asks before what was filled in is lost: Escape and a click beside are soon done, and so is the
 * browser's way back. A page that the application opens by itself, once the dialog is saved, opens unasked.
 */
export function useCloseGuard(dirty: boolean, onClose: () => void): () => Promise<void> {
  const { t } = useTranslation()
  const mayLeave = useLeaveQuestion()
  useBlocker({
    shouldBlockFn: async ({ action }) => action !== 'PUSH' && action !== 'REPLACE' && !(await mayLeave()),
    disabled: !dirty,
  })
  return async () => {
    if (
      dirty &&
      !(await confirm({
        title: t('form.close'),
        text: t('form.closeText'),
        confirmLabel: t('form.closeYes'),
        cancelLabel: t('form.stay'),
        danger: true,
      }))
    )
      return
    onClose()
  }
}

function useLeaveQuestion(): () => Promise<boolean> {
  const { t } = useTranslation()
  return () =>
    confirm({
      title: t('form.leave'),
      text: t('form.leaveText'),
      confirmLabel: t('form.leaveYes'),
      cancelLabel: t('form.stay'),
      danger: true,
    })
}
