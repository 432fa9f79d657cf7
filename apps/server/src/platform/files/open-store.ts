import { join } from 'node:path'
import type { Settings } from '../env.ts'
import { createDiskStore } from './disk-store.ts'
import type { FileStore } from './store.ts'

/** The store that the settings name: S3 when there is a bucket, else the data folder. What a killed process left is removed. */
export async function openFileStore(settings: Settings): Promise<FileStore> {
  const store = settings.s3 ? await openS3(settings) : createDiskStore(join(settings.dataDir, 'files'))
  await store.cleanUp()
  return store
}

async function openS3(settings: Settings): Promise<FileStore> {
  // Loaded on first use: most installations never need the S3 client.
  const { createS3Store } = await import('./s3-store.ts')
  if (!settings.s3) throw new Error('No S3 settings')
  return createS3Store({ ...settings.s3, cacheFolder: join(settings.dataDir, 'files-cache') })
}
