export const en = {
  reason: {
    erased: 'This person was erased. The record stands for them in reports and cannot be changed.',
    eraseYourself: 'Nobody erases themselves. Ask another administrator.',
    erasureConfirmed: 'The erasure of this person is confirmed. It is done within an hour.',
    erasureHeld: 'This person is on legal hold and cannot be erased. End the hold first.',
  },
  validation: {
    erasureConfirmation: 'Type the name or the address exactly as it is shown above.',
  },
  mail: {
    personErased: {
      subject: 'Your data at {{team}} was erased',
      greeting: 'Hello,',
      body: 'The personal data that {{team}} stored about you has been erased. You can no longer sign in there.\n\nThe organisation keeps results without your name. Anything that it has to keep as proof is removed when its time is over.\n\nThis address is removed as soon as this email is sent.',
    },
  },
  audit: {
    actions: {
      erasures: {
        begin: 'Deletion request added',
        blank: 'Audit entries of a deleted person emptied',
        confirm: 'Deletion of a person’s data confirmed',
        finish: 'Data of a person deleted',
        hold: 'Legal hold set',
        release: 'Legal hold ended',
        removeProof: 'Proof of a deleted person removed',
        setRetention: 'Retention of proof changed',
      },
    },
  },
}
