// What may be done while acting as somebody else. Without schemas: pages read it too.

/** Never: what belongs to the person alone, or would make the administrator's own doing look like theirs. */
const never: readonly string[] = [
  'session.signIn',
  'session.switchTeam',
  'session.handOver',
  'session.list',
  'session.revoke',
  'session.revokeOthers',
  'session.createFirstAdministrator',
  'accounts.mine',
  'accounts.changePassword',
  'accounts.sendVerification',
  'accounts.sendPasswordResetLink',
  // What the person is elsewhere is not the administrator's to know.
  'accounts.findUserTeamsByProperty',
  'accounts.sendRegistrationEmail',
  'accounts.sendGenericEmail',
  'accounts.resetPassword',
  'accounts.confirm',
  'accounts.register',
  'factors.mine',
  'factors.prove',
  'factors.proofPasskey',
  'factors.beginAuthenticator',
  'factors.addAuthenticator',
  'factors.removeAuthenticator',
  'factors.newPasskey',
  'factors.addPasskey',
  'factors.renamePasskey',
  'factors.removePasskey',
  'factors.makeRecoveryCodes',
  'factors.ofMember',
  'factors.reset',
  'factors.step',
  'factors.cancelStep',
  'factors.stepPasskey',
  'factors.finishStep',
  'factors.stepAuthenticator',
  'factors.stepNewPasskey',
  'factors.setUpStep',
  'factors.beginOwedStep',
  'factors.signInPasskey',
  'factors.signIn',
  'dataExports.mine',
  'dataExports.make',
  'dataExports.download',
  'eraseRequests.ask',
  'eraseRequests.withdraw',
  'eraseRequests.dismiss',
  'members.create',
  'members.update',
  'members.setStatus',
  'callables.setUserPermissionsForMultipleTeams',
  'callables.handleUserTeamsStatusUpdate',
  'providers.create',
  'providers.change',
  'providers.remove',
  'providers.acceptMethods',
  'providers.start',
  'providers.finish',
  'providers.embedded',
  'providers.oktaToken',
  'providers.identities',
  'providers.linkWaiting',
  'providers.startLinking',
  'providers.waysToProve',
  'providers.startProof',
  'providers.beginSignOut',
  'providers.unlink',
  // A job set going again names nobody but who was there when it was begun.
  'jobs.cancel',
  'jobs.retry',
  // Mails go out in the owner's name, and who gets them is the receiver's own wish.
  'schedules.create',
  'schedules.update',
  'schedules.pause',
  'schedules.remove',
  'schedules.receive',
  // A person's own; nobody else reads them.
  'quickPanel.addNote',
  'quickPanel.changeNote',
  'quickPanel.removeNote',
  'impersonation.start',
  // Somebody who looked must not be able to hide it.
  'notifications.read',
  'notifications.unreadAgain',
  'notifications.readAll',
  'notifications.remove',
]

/** Change nothing of the person's although they are no GET: possible while only looking. */
const looking: readonly string[] = [
  'session.signOut',
  'session.active',
  'impersonation.allowWriting',
  'impersonation.end',
  // Opens the package as in a preview: nothing of it is recorded.
  'learning.launch',
]

/**
 * Why an operation is refused while acting; null: it is not. What rules the installation is never done in somebody else's
 * name, nor looked at: acting narrows, and other tenants are not what it was begun for.
 */
export function actingRefusal(
  operation: { id: string; method: string; access: string },
  { writes }: { writes: boolean },
): 'not-while-acting' | 'acting-read-only' | null {
  if (operation.access === 'superadmin' || never.includes(operation.id)) return 'not-while-acting'
  if (writes || operation.method === 'GET' || operation.method === 'OPTIONS' || looking.includes(operation.id))
    return null
  return 'acting-read-only'
}

/** For the test that holds them against the contract. */
export const actingLists = { never, looking }

export const actingLastsMs = 3_600_000
