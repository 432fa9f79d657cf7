import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from './translation.ts'
import { confirm } from './ui/dialogs.ts'

/** Asks before a page with unsaved changes is left, inside the application and out of it. */
export function useLeaveGuard(dirty: boolean): void {
  const { t } = useTranslation()
  useBlocker({
    shouldBlockFn: async () =>
      dirty &&
      !(await confirm({
        title: t('form.leave'),
        text: t('form.leaveText'),
        confirmLabel: t('form.leaveYes'),
        cancelLabel: t('form.stay'),
        danger: true,
      })),
    enableBeforeUnload: () => dirty,
  })
}

/** Closes a dialog, and asks before what was filled in is lost: Escape and a click beside are soon done. */
export function useCloseGuard(dirty: boolean, onClose: () => void): () => Promise<void> {
  const { t } = useTranslation()
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
