import { getChecklist } from './get-checklist.ts';

export const checklistRoutes = [getChecklist];
