import { call } from '../../api/call.ts'
import { followJob } from '../../api/follow-job.ts'
import { api } from '../../api/operations.ts'
import type { Uploads } from '../documents/uploads.ts'
import { type ImportedPackage, readImport } from './package-report.ts'

/** Uploads a SCORM archive and has it imported; `done` gets the package that was accepted. */
export function sendPackage(uploads: Uploads, slot: string, file: File, done: (imported: ImportedPackage) => void) {
  return uploads.sendChecked(slot, file, 'package', async (stored) => {
    const { jobId } = await call(api.courses.importPackage, { body: { fileId: stored.id } })
    const { imported, reason, report } = readImport(await followJob(jobId), stored)
    if (imported) done(imported)
    return { accepted: imported !== null, reason, problems: report.problems, more: report.more }
  })
}
