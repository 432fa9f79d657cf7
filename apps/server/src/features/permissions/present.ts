import type { DocumentType } from '@learnt/contract/document-kinds'
import type { DocumentPerson, Permission } from '@learnt/contract/permissions'
import { fullName } from '@learnt/contract/text'
import type { z } from 'zod'
import type { Actor } from '../../platform/actor.ts'
import { canOf } from '../../platform/authorize.ts'
import { permissionPolicy } from './policy.ts'
import type { DocumentPersonRow } from './queries/list-people.ts'
import type { PermissionRow } from './queries/list-permissions.ts'

export function presentPermission(actor: Actor, row: PermissionRow): Permission {
  return {
    id: row.id,
    documentType: row.documentType as DocumentType,
    documentId: row.documentId,
    documentTitle: row.documentTitle,
    title: row.title,
    status: row.status,
    isOptional: row.isOptional,
    request: row.requestTo && { to: row.requestTo, standInAfterDays: row.standInAfterDays },
    rule: row.rule,
    audiences: row.audiences.map(({ id, title, kind }) => ({ id, title, kind })),
    due: row.due,
    dueDocument: row.dueDocument,
    people: row.people,
    applying: row.isApplying,
    applyFailed: row.applyFailed,
    updatedBy: row.updatedByName,
    updatedAt: row.updatedAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    can: canOf(actor, permissionPolicy, row),
  }
}

export function presentDocumentPerson(row: DocumentPersonRow): z.infer<typeof DocumentPerson> {
  return {
    userCourseId: row.id,
    userId: row.userId,
    name: fullName(row),
    email: row.email,
    memberStatus: row.memberStatus,
    isOptional: row.isOptional,
    state: row.state,
    isWaiting: !row.isActive,
    dueAt: row.dueAt?.toISOString() ?? null,
    assignedAt: row.assignedAt.toISOString(),
    sources: row.sources,
  }
}
