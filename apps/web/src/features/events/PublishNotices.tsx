import { NoticeList } from './NoticeList.tsx'

/** Which people get which notice when an event is published. */
export function PublishNotices({ documentId }: { documentId: string }) {
  return <NoticeList eventId={documentId} act="publish" />
}
