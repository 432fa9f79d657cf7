export const en = {
  validation: {
    directory: 'Enter the directory’s id or domain, or organizations, common or consumers',
    httpsOnly: 'The address must begin with https://',
    certificate: 'This is not an X.509 certificate',
    samlMetadata: 'This is not the metadata of an identity provider: it has no issuer with a signing certificate',
    samlFacts: 'An address in this metadata does not begin with https://',
    noWayIn: 'Nobody could sign in any more. Keep passwords, passkeys or an enabled provider.',
  },
  reason: {
    providers: {
      wholeTenant: 'Only administrators of the organisation’s own team can manage sign-in providers.',
      onlyWay: 'This is your only way to sign in here. Set a password or link another account first.',
    },
  },
  providers: {
    notOffered: 'This sign-in method is not available here.',
    over: 'This sign-in took too long or was started in another browser. Please start again.',
    cancelled: 'You did not sign in at the provider. Start again, or choose another method.',
    furtherStep: 'This account needs a further step. Use the provider’s sign-in button instead.',
    misconfigured: 'This sign-in method is not set up correctly. Please tell your administrator.',
    unreachable: 'The provider is not responding. Please try again shortly.',
    linkedElsewhere: 'This provider account is already linked to another person.',
    noProof: 'Confirm your identity with your password or a passkey here.',
    proofOfOther:
      'Another person was signed in at the provider. Please sign in there with the account linked to this one.',
    proofNotFresh: 'The provider did not ask you to sign in again. Please sign out there first, and try again.',
    invalidToken: 'The token you provided is not valid.',
    test: {
      found: 'The provider was found, and its description is valid.',
      appFound: 'The provider accepts the application and its secret.',
      saml: 'The certificates are valid. The first sign-in shows whether the identity provider accepts us.',
      sealed: 'The secret cannot be read: it was saved with another SECRET_KEY. Enter it again.',
      certificateExpired: 'A certificate expires on {{date}}.',
      address: 'This address cannot be used.',
      private:
        'This address is in a private network. The operator of this installation can allow it (PRIVATE_PROVIDERS).',
      plain: 'The address must begin with https://',
      tooLarge: 'The response from this address is too large.',
      tooSlow: 'The server did not respond in time.',
      unreachable: 'No server responds at this address.',
      discovery: 'There is no OpenID description at this address. {{detail}}',
      issuer: 'The description at this address belongs to another issuer: {{detail}}',
      app: 'The provider does not accept this application and secret.',
      failed: 'The response is not valid. {{detail}}',
    },
  },
  mail: {
    identityLinked: {
      subject: '{{provider}} is now linked to your account',
      greeting: 'Hello {{name}},',
      body: 'An account at {{provider}} was linked in your profile. Anyone who signs in with it can use your account at {{team}}.\n\nIf this was not you, change your password, unlink it in your profile and tell an administrator.',
      button: 'View my account',
    },
    identityUnlinked: {
      subject: '{{provider}} is no longer linked to your account',
      greeting: 'Hello {{name}},',
      body: 'Your account at {{provider}} was unlinked from your account at {{team}}.\n\nIf this was not you, change your password and tell an administrator.',
      button: 'View my account',
    },
  },
  audit: {
    actions: {
      providers: {
        acceptMethods: 'Sign-in methods changed',
        change: 'Sign-in provider changed',
        create: 'Sign-in provider added',
        link: 'Provider account linked',
        remove: 'Sign-in provider removed',
        unlink: 'Provider account unlinked',
      },
    },
    subjects: { provider: 'Sign-in provider' },
  },
}
