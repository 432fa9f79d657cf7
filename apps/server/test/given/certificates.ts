import { randomUUID } from 'node:crypto'
import { standardDesign } from '../../src/features/certificates/commands/save-template.ts'
import { json } from '../../src/platform/db/database.ts'
import { newId } from '../../src/platform/ids.ts'
import type { TenantId } from '../../src/platform/tenant-id.ts'
import type { TestApp } from '../app.ts'
import type { GivenPerson } from './people.ts'

/** A certificate of somebody with its template, and one that they earned elsewhere. */
export async function givenCertificate(
  app: TestApp,
  tenant: { tenantId: TenantId },
  person: GivenPerson,
  of: { userCourseId: string; courseId: string; fileId: string; mark: string },
): Promise<{ templateId: string; certificateId: string; outsideId: string }> {
  const [templateId, versionId, certificateId, outsideId] = [newId(), newId(), randomUUID(), newId()]
  const now = app.services.clock.now()
  await app.services.db.tenant(tenant.tenantId).write(async (tx) => {
    await tx
      .insertInto('certificateTemplates')
      .values({
        id: templateId,
        title: `${of.mark} template`,
        versionId,
        createdBy: person.userId,
        createdAt: now,
        updatedAt: now,
      })
      .execute()
    await tx
      .insertInto('certificateTemplateVersions')
      .values({
        id: versionId,
        templateId,
        number: 1,
        design: json(standardDesign()),
        createdBy: person.userId,
        createdAt: now,
      })
      .execute()
    await tx
      .insertInto('certificates')
      .values({
        id: certificateId,
        serial: `LC-${certificateId.slice(0, 8)}`,
        userId: person.userId,
        assignmentId: of.userCourseId,
        documentType: 'course',
        documentId: of.courseId,
        versionId,
        holderName: `${of.mark} Learner`,
        title: `${of.mark} course`,
        issuedAt: now,
        issuedDay: now.toISOString().slice(0, 10),
      })
      .execute()
    await tx
      .insertInto('outsideCertificates')
      .values({
        id: outsideId,
        userId: person.userId,
        membershipId: person.membershipId,
        title: `${of.mark} outside`,
        issuer: of.mark,
        issuedDay: '2026-01-31',
        fileId: of.fileId,
        createdAt: now,
      })
      .execute()
  })
  return { templateId, certificateId, outsideId }
}
