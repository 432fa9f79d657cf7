import { join } from 'node:path'
import type { Settings } from '../env.ts'
import { createDiskStore } from './disk-store.ts'
import type { FileStore } from './store.ts'

/** Why the data folder cannot be used, in a sentence for the operator. */
export class DataFolderRefused extends Error {
  override readonly name = 'DataFolderRefused'
}

/** The store that the settings name: S3 when there is a bucket, else the data folder. What a killed process left is removed. */
export async function openFileStore(settings: Settings): Promise<FileStore> {
  const store = settings.s3 ? await openS3(settings) : createDiskStore(join(settings.dataDir, 'files'))
  await store.cleanUp().catch((error: NodeJS.ErrnoException) => {
    const reason = reasons[error.code ?? '']
    if (reason === undefined) throw error
    throw new DataFolderRefused(`DATA_DIR: ${settings.dataDir} ${reason}`, { cause: error })
  })
  return store
}

const notWritable = 'cannot be written by this user; make the folder and give it to the user that runs Learnt'
const reasons: Record<string, string> = {
  EACCES: notWritable,
  EPERM: notWritable,
  EROFS: 'lies on a read-only disk; name a folder that can be written',
  ENOSPC: 'lies on a full disk; make room there',
  EDQUOT: 'lies on a full disk; make room there',
  ENOTDIR: 'is not a folder, or a part of its path is a file; name a folder',
  EEXIST: 'is not a folder; name a folder',
}

async function openS3(settings: Settings): Promise<FileStore> {
  // Loaded on first use: most installations never need the S3 client.
  const { createS3Store } = await import('./s3-store.ts')
  if (!settings.s3) throw new Error('No S3 settings')
  return createS3Store({ ...settings.s3, cacheFolder: join(settings.dataDir, 'files-cache') })
}
