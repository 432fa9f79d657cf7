import { inject } from 'vitest'

/** Address of the demonstration that this file shares with those before and after it: a server runs for each worker. */
export function learntUrl(): string {
  const urls = inject('learntUrls')
  return urls[(Number(process.env.VITEST_POOL_ID ?? 1) - 1) % urls.length] ?? ''
}
