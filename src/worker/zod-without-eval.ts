import { z } from 'zod';

// The page's content security policy forbids code from strings, which zod would try. Imported first of all by each entry,
// since schemas look at this when they are made.
z.config({ jitless: true });
