export const en = {
  reason: {
    notActiveMember: 'Only an active person can be invited again.',
    noPasswordHere: 'The person’s team does not use passwords.',
    noAddressOfMember: 'This person has no email address.',
  },
  users: { passwordLinksJob: 'Send password links ({{total}})' },
  mail: {
    invitation: {
      subject: 'Your account at {{team}}',
      greeting: 'Hello {{name}},',
      body: 'You now have an account for training at {{team}}. The button opens a page where you can choose your password. This link is valid for {{days, number(style: unit; unit: day; unitDisplay: long)}}. It works once.\n\nLater, you can request a new link with “Forgot/Change Password” on the sign-in page: {{address}}/login',
      button: 'Choose my password',
    },
    welcome: {
      subject: 'Welcome to {{team}}',
      greeting: 'Hello {{name}},',
      body: 'You now have an account for training at {{team}}.\n\nSign in with your email address: {{email}}',
      button: 'Sign in',
    },
  },
  audit: { actions: { users: { inviteAgain: 'Invitation sent again' } }, subjects: { user: 'Person' } },
}
