import { api } from '@learnt/contract'
import type { FilePurpose, StoredFile } from '@learnt/contract/files'
import type { Answer, Caller, TestApp } from '../app.ts'

const tus = { 'tus-resumable': '1.0.0' }

/** Begins an upload; answers its address on the server. */
export async function beginUpload(
  app: Pick<TestApp, 'send'>,
  caller: Caller,
  of: { size: number; name?: string },
): Promise<string> {
  const { name = 'file.bin' } = of
  const reply = await app.send(caller, 'POST', '/api/uploads', {
    headers: {
      ...tus,
      'upload-length': String(of.size),
      'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
    },
  })
  if (reply.status !== 201) throw new Error(`Not begun: ${reply.status} ${reply.body}`)
  return String(reply.headers.location)
}

export function appendBytes(
  app: Pick<TestApp, 'send'>,
  caller: Caller,
  address: string,
  offset: number,
  bytes: Buffer,
) {
  return app.send(caller, 'PATCH', address, {
    headers: { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    body: bytes,
  })
}

export function abandonUpload(app: Pick<TestApp, 'send'>, caller: Caller, address: string) {
  return app.send(caller, 'DELETE', address, { headers: tus })
}

export function askOffset(app: Pick<TestApp, 'send'>, caller: Caller, address: string) {
  return app.send(caller, 'HEAD', address, { headers: tus })
}

/** Uploads bytes in one go; answers the upload's id. */
export async function uploadBytes(
  app: Pick<TestApp, 'send'>,
  caller: Caller,
  bytes: Buffer,
  name?: string,
): Promise<string> {
  const address = await beginUpload(app, caller, { size: bytes.length, ...(name ? { name } : {}) })
  const reply = await appendBytes(app, caller, address, 0, bytes)
  if (reply.status !== 204) throw new Error(`Not appended: ${reply.status} ${reply.body}`)
  return address.split('/').at(-1) as string
}

/** Uploads bytes and asks to make a file of them. */
export async function adoptBytes(
  app: TestApp,
  caller: Caller,
  bytes: Buffer,
  purpose: FilePurpose,
  name?: string,
): Promise<Answer<StoredFile>> {
  const uploadId = await uploadBytes(app, caller, bytes, name)
  return app.call(caller, api.files.adopt, { body: { uploadId, purpose } })
}
