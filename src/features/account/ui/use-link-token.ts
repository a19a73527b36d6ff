import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

const tokenOf = (hash: string) => new URLSearchParams(hash).get('token') ?? '';

/** Of a mail's link: behind `#`, so that servers do not log it. Taken out of the address, so that it is not shared by mistake. */
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
