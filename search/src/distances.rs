//! Distances from a place to the sites of studies.

use crate::{
    facts_file::{Studies, StudyRow},
    place::{Chord, Point},
};

/// Distances from a place. Many sites share a point, so each distance is computed once, on first use.
pub(crate) struct Distances<'a> {
    here: Point,
    studies: Studies<'a>,
    /// Zero means not computed yet.
    computed: Vec<Chord>,
}

impl<'a> Distances<'a> {
    pub(crate) fn from(here: Point, studies: Studies<'a>) -> Self {
        Self { here, studies, computed: vec![Chord::ZERO; studies.points.len()] }
    }

    /// Returns the distance to the nearest open site of a study.
    pub(crate) fn nearest(&mut self, study: StudyRow) -> Chord {
        let mut nearest = Chord::UNKNOWN;
        for place in study.places {
            let place = u32::from_le_bytes(*place) as usize;
            let Some(computed) = self.computed.get_mut(place) else { continue };
            if *computed == Chord::ZERO {
                *computed =
                    self.here.chord_to(Point::from_bytes(&self.studies.points[place])).at_least_smallest();
            }
            if *computed < nearest {
                nearest = *computed;
            }
        }
        nearest
    }
}
