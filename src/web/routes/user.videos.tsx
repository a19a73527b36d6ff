import { createFileRoute } from '@tanstack/react-router';
import { RecordList } from '#features/library/ui/record-list.tsx';

export const Route = createFileRoute('/user/videos')({ component: RecordList });
