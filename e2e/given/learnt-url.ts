import { inject } from 'vitest'

/** Address of the demonstration that this file shares with others: each worker has a server. */
export function learntUrl(): string {
  const urls = inject('learntUrls')
  return urls[(Number(process.env.VITEST_POOL_ID ?? 1) - 1) % urls.length] ?? ''
}
