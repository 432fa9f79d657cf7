import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
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
