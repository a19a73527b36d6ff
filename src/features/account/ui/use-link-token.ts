import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

const tokenOf = (hash: string) => new URLSearchParams(hash).get('token') ?? '';

/** The token stands behind `#`, so that servers do not log it. Removed from the address, so that it is not shared by mistake. */
export function useLinkToken(): string {
  const named = tokenOf(useLocation({ select: ({ hash }) => hash }));
  const navigate = useNavigate();
  const [token, setToken] = useState(named);
  if (named !== '' && named !== token) setToken(named);
  useEffect(() => {
    if (named !== '') void navigate({ to: '.', hash: '', replace: true });
  }, [named, navigate]);
  return token;
}
