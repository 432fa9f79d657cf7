import { NoticeList } from './NoticeList.tsx'

/** Who is told what when an event is published. */
export function PublishNotices({ documentId }: { documentId: string }) {
  return <NoticeList eventId={documentId} act="publish" />
}
