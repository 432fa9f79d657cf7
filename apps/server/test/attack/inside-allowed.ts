export interface Leak {
  readonly operation: string
  readonly insider: string
  readonly what: 'personal' | 'named' | 'secret' | 'document' | 'changed' | 'error'
  readonly words: string
}

/** Findings of the walk inside a tenant that are intended. */
interface Allowed {
  readonly operations: RegExp
  /** All operations when absent. */
  readonly insiders?: RegExp
  readonly what: Leak['what']
  /** Each change, or the text around the mark, must match this. */
  readonly like?: RegExp
  readonly why: string
}

const allowed: readonly Allowed[] = [
  {
    operations: /^(courses|pathways|learningPackages|resources|forms)\.(publish|withdraw|archive|restore|bulk)$/,
    insiders: /administrator|self-named/,
    what: 'changed',
    why: 'A document is the tenant’s: what becomes of it becomes of it for everyone who has it (0032).',
  },
  {
    operations:
      /^(permissions\.(create|update|setStatus)|callables\.(handleUserItemsUpdate|handleUserCoursesUpdate|unpublishUserCoursesUpdate|changeStatusOfAllPermittedUsers|updateDocumentStatus|publishCourse))$/,
    insiders: /administrator|self-named/,
    what: 'changed',
    why: 'Rules and documents are the tenant’s; these calls of the specification change them.',
  },
  {
    operations: /^accounts\.sendPasswordResetLink$/,
    what: 'changed',
    like: /^mails: made/,
    why: 'Anybody may ask for the link, also before sign-in; it is mailed to the address only.',
  },
  {
    operations: /^session\.start$/,
    what: 'document',
    like: /authProviders/,
    why: 'The ways to sign in are shown before sign-in.',
  },
  {
    operations: /^(members\.create|users\.invite)$/,
    insiders: /administrator|self-named/,
    what: 'changed',
    why: 'An administrator adds people of other teams by their address; what that opens says 0031.',
  },
  {
    operations: /^members\.(create|update|batch)$/,
    insiders: /administrator|self-named/,
    what: 'named',
    like: /"(managerNames|namedPeople)"/,
    why: 'Somebody’s manager, or a person in a field, may be of any team, and is shown by name.',
  },
  {
    operations: /^members\./,
    insiders: /self-named/,
    what: 'changed',
    like: /^manager_relations: /,
    why: 'Managers of the membership in the own team are the own team’s.',
  },
  {
    operations: /^requests\.standIns\.name$/,
    what: 'changed',
    like: /^notifications: made/,
    why: 'A manager names another one as stand-in, who is told.',
  },
  {
    operations: /^points\.adjust$/,
    insiders: /self-named/,
    what: 'changed',
    like: /^causes: made/,
    why: 'Points are those of a membership, here of the one in the own team; only what follows from them is noted by person.',
  },
  {
    operations: /^audiences\.remove$/,
    insiders: /administrator|self-named/,
    what: 'changed',
    like: /^audience_people: removed/,
    why: 'An audience is the tenant’s, and one that a rule or a pathway uses cannot be removed: nobody loses anything.',
  },
  {
    operations: /^badges\.award$/,
    insiders: /self-named/,
    what: 'changed',
    like: /^(mails|notifications): made/,
    why: 'A badge given through the membership in the own team is told to the person, who is one.',
  },
  {
    operations: /^events\.walkIn$/,
    insiders: /^facilitator$/,
    what: 'named',
    like: /email in body\.addresses/,
    why: 'A facilitator adds people by their exact address and is shown their names.',
  },
  {
    operations: /^events\.walkIn$/,
    insiders: /^facilitator$/,
    what: 'changed',
    why: 'As above; by an id the answer would tell the name too.',
  },
  {
    operations: /^events\./,
    insiders: /^self-named/,
    what: 'named',
    why: 'For a person who is also in the administrator’s own team, the name of the primary membership is shown.',
  },
  {
    operations: /^rewards\.offered$/,
    what: 'document',
    why: 'Rewards are offered to everyone in the tenant.',
  },
]

/** Known leaks. The list only shrinks: an entry that no longer occurs fails the test. */
interface KnownLeak {
  readonly operation: string
  readonly insiders: readonly string[]
  readonly what: Leak['what']
  readonly why: string
}

export const knownLeaks: readonly KnownLeak[] = []

/**
 * Operations with ids that nobody can call successfully in this world, although the contract says so of their samples,
 * and why.
 */
export const withoutControl: Readonly<Record<string, string>> = {}

export function isAllowed(leak: Leak): boolean {
  return allowed.some(
    (one) =>
      one.what === leak.what &&
      one.operations.test(leak.operation) &&
      (one.insiders?.test(leak.insider) ?? true) &&
      (one.like?.test(leak.words) ?? true),
  )
}

/** Whether leaks of an operation are listed. Then all of its cases are tried, so that a closed leak is noticed. */
export function isKnown(operation: string): boolean {
  return knownLeaks.some((one) => one.operation === operation)
}
