import { addressOf } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { startUpload } from '../../ui/upload.ts'

/** Sends a file; answers the upload's id. */
export function uploadFile(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    void startUpload(addressOf(api.files.create), file, {
      onProgress: () => {},
      onFailed: (reason) => reject(new Error(reason)),
      onDone: resolve,
    })
  })
}
