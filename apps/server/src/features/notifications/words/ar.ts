export const ar = {
  mail: {
    documentOpened: {
      subject: '«{{title}}» متاح لك الآن',
      greeting: 'مرحبًا {{name}}،',
      body: 'لقد أكملت ما يسبق «{{title}}». يمكنك البدء به الآن.',
      button: 'فتح',
    },
  },
  dataExports: { files: { notifications: 'إشعاراتك.' } },
}
